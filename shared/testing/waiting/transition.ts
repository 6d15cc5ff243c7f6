import type { ChildId } from '#shared/lib/ids';
import { atTheEnd, byRank, firstToAsk, isWaiting, placesNeeded } from '#shared/waiting/waiting';
import {
  awaitingRenewal,
  type CommandOf,
  dropEntry,
  endBooking,
  heldPlaces,
  type ListedOffer,
  type ModelEntry,
  openPlaces,
  passOver,
  promisedPlaces,
  putEntry,
  rankedEntries,
  releaseReserved,
  setCapacity,
  takeOffer,
  type WaitingCommand,
  type WaitingList,
} from './waiting-list.ts';

/** The list after a command; undefined where the command is refused. */
type Changed = WaitingList | undefined;

/** Ends an open offer, which an entry has, by the first answer to it; later ones change nothing (WAI-09). */
const answerOffer = (
  list: WaitingList,
  answer: CommandOf<'take' | 'decline' | 'expire' | 'withdraw'>,
): Changed => {
  const offer = list.offers.find(({ id }) => id === answer.offer);
  const entry = list.entries.find(({ offer_id }) => offer_id === answer.offer);
  if (!offer || !entry) return undefined;
  switch (answer.kind) {
    case 'take':
      return takeOffer(list, entry);
    case 'decline': {
      const { at, stays } = answer;
      if (!stays) return dropEntry(list, entry, { end: 'declined', at });
      return passOver(list, { ...entry, ...atTheEnd(at) }, { end: 'declined', at });
    }
    case 'expire':
      if (answer.at < offer.until) return undefined;
      return dropEntry(list, entry, { end: 'expired', at: answer.at });
    case 'withdraw':
      return passOver(list, entry, { end: 'withdrawn', at: answer.at });
  }
};

const entryOf = (list: WaitingList, child: ChildId): ModelEntry | undefined =>
  list.entries.find(({ child_ids }) => child_ids.includes(child));

/** Whether one of some children has a booking. */
const hasBooking = (list: WaitingList, children: readonly ChildId[]): boolean =>
  children.some((child) => list.booked.includes(child));

/** Whether some children can get an entry: none of them has one, or a booking. */
const canBeListed = (list: WaitingList, children: readonly ChildId[]): boolean =>
  !list.isOver && !hasBooking(list, children) && !children.some((child) => entryOf(list, child));

/** The list without the entry of a child; the offer of the entry ends. */
const withoutEntryOf = (
  list: WaitingList,
  { child, at }: Pick<CommandOf<'remove-child'>, 'child' | 'at'>,
): WaitingList => {
  const entry = entryOf(list, child);
  return entry ? dropEntry(list, entry, { end: 'void', at }) : list;
};

const book = (list: WaitingList, { children, at }: Omit<CommandOf<'book-together'>, 'kind'>): Changed => {
  if (list.isOver || hasBooking(list, children) || openPlaces(list) < children.length) return undefined;
  const after = children.reduce((left, child) => withoutEntryOf(left, { child, at }), list);
  return { ...after, booked: [...after.booked, ...children] };
};

const join = (list: WaitingList, { entry, family, children, at }: CommandOf<'join'>): Changed => {
  // Where there are places for all, they can be booked.
  if (!canBeListed(list, children) || openPlaces(list) >= children.length) return undefined;
  const joined = { id: entry, parent_id: family, child_ids: [...children], ...atTheEnd(at) };
  return putEntry(list, { ...joined, passed_over_at: null, offer_id: null });
};

const ask = (list: WaitingList, { offer, terms }: CommandOf<'ask'>): Changed => {
  const open = openPlaces(list);
  const first = firstToAsk({ ...list, applications: rankedEntries(list), free: open + list.kept });
  if (!terms || !first) return list.kept > 0 ? { ...list, kept: 0 } : undefined;
  const { id, child_ids } = first;
  const made: ListedOffer = { id: offer, child_ids, state: 'open', until: terms.until };
  return {
    ...list,
    entries: list.entries.map((entry) => (entry.id === id ? { ...entry, offer_id: offer } : entry)),
    // An offer uses open places before kept ones. Asking continues while places are kept, so it reaches every entry
    // that fits.
    kept: list.kept - Math.max(0, placesNeeded(first) - open),
    offers: [...list.offers, made],
  };
};

/** The list with an entry that has its offer from the beginning. */
const withKeptPlace = (
  list: WaitingList,
  { child, family, entry, offer, until, at }: CommandOf<'renew' | 'keep-here'>,
): WaitingList => {
  const kept = { id: entry, parent_id: family, child_ids: [child], ...atTheEnd(at), passed_over_at: null };
  const made: ListedOffer = { id: offer, child_ids: [child], state: 'open', until, is_renewal: true };
  return { ...putEntry(list, { ...kept, offer_id: offer }), offers: [...list.offers, made] };
};

const renew = (list: WaitingList, command: CommandOf<'renew'>): Changed => {
  const { child } = command;
  const { reserved, renewed } = list;
  const turn = awaitingRenewal(list).indexOf(child);
  if (list.isOver || turn === -1 || turn >= reserved) return undefined;
  return { ...withKeptPlace(list, command), reserved: reserved - 1, renewed: [...renewed, child] };
};

const keepElsewhere = (list: WaitingList, { offer: id, at }: CommandOf<'keep-elsewhere'>): Changed => {
  const offer = list.offers.find((each) => each.id === id);
  if (!offer?.is_renewal) return undefined;
  // What was declined is kept in the other slot after all.
  if (offer.state === 'declined') return list;
  return answerOffer(list, { kind: 'decline', offer: id, stays: false, at });
};

const close = (list: WaitingList): WaitingList => ({
  ...list,
  kept: 0,
  entries: [],
  offers: list.offers.map((offer) => (offer.state === 'open' ? { ...offer, state: 'void' } : offer)),
  isOver: true,
});

/**
 * Applies a command to the places and the list of a slot; undefined where it is refused. Each command is atomic: one
 * transaction in the data code, one operation in the history checker.
 */
export const transition = (list: WaitingList, command: WaitingCommand): Changed => {
  switch (command.kind) {
    case 'book':
      return book(list, { children: [command.child], at: command.at });
    case 'book-together':
      return book(list, command);
    case 'end-booking':
      return hasBooking(list, [command.child]) ? endBooking(list, command.child, command.at) : undefined;
    case 'join':
      return join(list, command);
    case 'leave': {
      const entry = list.entries.find(({ id }) => id === command.entry);
      return entry && dropEntry(list, entry, { end: 'declined', at: command.at });
    }
    case 'put-first': {
      const entry = list.entries.find(({ id }) => id === command.entry);
      return entry && isWaiting(entry) ? putEntry(list, { ...entry, put_first_at: command.at }) : undefined;
    }
    case 'ask':
      return ask(list, command);
    case 'take':
    case 'decline':
    case 'expire':
    case 'withdraw':
      return answerOffer(list, command);
    case 'set-capacity':
      if (command.capacity < promisedPlaces(list)) return undefined;
      return setCapacity(list, command.capacity, command.at);
    case 'remove-child':
      return hasBooking(list, [command.child]) ? undefined : withoutEntryOf(list, command);
    case 'close':
      return close(list);
    case 'renew':
      return renew(list, command);
    case 'release-reserved':
      // Each child of the class before is asked first.
      if (list.reserved === 0 || (awaitingRenewal(list).length > 0 && !list.isOver)) return undefined;
      return releaseReserved(list, command.at);
    case 'leave-before':
      if (!list.renewing.includes(command.child)) return undefined;
      return { ...list, renewing: list.renewing.filter((child) => child !== command.child) };
    case 'keep-here':
      return canBeListed(list, [command.child]) && openPlaces(list) > 0
        ? withKeptPlace(list, command)
        : undefined;
    case 'keep-elsewhere':
      return keepElsewhere(list, command);
  }
};

/** What was, what happened, what is. */
interface WaitingStep {
  readonly before: WaitingList;
  readonly command: WaitingCommand;
  readonly after: WaitingList;
}

const taken = (list: WaitingList): number => list.booked.length + heldPlaces(list);
const needs = ({ child_ids }: ModelEntry): number => child_ids.length;
const areDistinct = <Value>(values: readonly Value[]): boolean => new Set(values).size === values.length;

/** Waits, and was not passed over since a place last became free. */
const isToBeAsked = ({ released_at }: WaitingList, { offer_id, passed_over_at }: ModelEntry): boolean =>
  offer_id === null && (passed_over_at === null || (released_at !== null && passed_over_at < released_at));

/** The offer that a step makes, and its entry. */
const madeIn = ({ before, after }: WaitingStep) => {
  const offer = after.offers.find(({ id }) => before.offers.every((known) => known.id !== id));
  return { offer, entry: offer && after.entries.find(({ offer_id }) => offer_id === offer.id) };
};

/** Whether an entry ahead of the one that is asked was to be asked too, and fitted. */
const isEntryOvertaken = (step: WaitingStep): boolean => {
  const { before, command } = step;
  if (command.kind !== 'ask') return false;
  const order = rankedEntries(before).toSorted(byRank);
  const ahead = order.slice(
    0,
    Math.max(
      0,
      order.findIndex(({ id }) => id === madeIn(step).entry?.id),
    ),
  );
  const free = openPlaces(before) + before.kept;
  return ahead.some((entry) => isToBeAsked(before, entry) && needs(entry) <= free);
};

/** Whether an entry fits the open places while no place is kept, so that the list is not asked again. */
const isEntrySkipped = (list: WaitingList): boolean =>
  list.kept === 0 &&
  list.entries.some((entry) => isToBeAsked(list, entry) && needs(entry) <= openPlaces(list));

const holdsForAllOrNone = (list: WaitingList): boolean =>
  list.offers
    .filter(({ state }) => state === 'open')
    .every(({ id, child_ids }) => {
      const [entry, ...others] = list.entries.filter(({ offer_id }) => offer_id === id);
      return others.length === 0 && entry?.child_ids.join() === child_ids.join();
    });

/** The children who got a booking in a step, as text. */
const newlyBooked = ({ before, after }: WaitingStep): string =>
  after.booked.filter((child) => !before.booked.includes(child)).join();

const mayBook = (step: WaitingStep): string => {
  const { command, before } = step;
  if (command.kind === 'book') return command.child;
  if (command.kind === 'book-together') return command.children.join();
  if (command.kind !== 'take') return '';
  return before.offers.find(({ id }) => id === command.offer)?.child_ids.join() ?? '';
};

const stateEndedBy: Readonly<Partial<Record<WaitingCommand['kind'], ListedOffer['state']>>> = {
  take: 'taken',
  decline: 'declined',
  leave: 'declined',
  expire: 'expired',
  withdraw: 'withdrawn',
  book: 'void',
  'book-together': 'void',
  'remove-child': 'void',
  close: 'void',
  'keep-elsewhere': 'declined',
};

/** Every offer is as it was, or was open and ended as the command says. */
const endsOnce = ({ before, command, after }: WaitingStep): boolean =>
  before.offers.every(({ id, state }) => {
    const now = after.offers.find((offer) => offer.id === id)?.state;
    return now === state || (state === 'open' && now === stateEndedBy[command.kind]);
  });

/** Whether a reserved place goes to another child, or to all, while a child of the class before is to get it. */
const isReservationLost = (step: WaitingStep): boolean => {
  const { before, after } = step;
  const first = awaitingRenewal(before).slice(0, before.reserved);
  const [child] = madeIn(step).entry?.child_ids ?? [];
  const given = child && first.includes(child) ? 1 : 0;
  return (
    !after.isOver &&
    after.reserved < before.reserved &&
    first.length > 0 &&
    before.reserved - after.reserved > given
  );
};

/** The families whose offer a step ended because they declined it or did not answer, with the entry that it was for. */
const letGo = ({ before, after }: WaitingStep): ModelEntry[] =>
  after.offers
    .filter(({ state, is_renewal }) => !is_renewal && (state === 'declined' || state === 'expired'))
    .flatMap(({ id }) => before.entries.filter(({ offer_id }) => offer_id === id));

/** Whether the other entries of each such family are behind those of all others. */
const areOthersAsked = (step: WaitingStep): boolean => {
  const order = rankedEntries(step.after).toSorted(byRank);
  return letGo(step).every(({ id, parent_id }) => {
    const isOther = order.map((entry) => entry.parent_id === parent_id && entry.id !== id);
    const lastOfOthers = order.findLastIndex((entry) => entry.parent_id !== parent_id);
    return !isOther.slice(0, lastOfOthers + 1).includes(true);
  });
};

/**
 * The invariants about a list that one step breaks; none for a step that is as specified (WAI-04, WAI-05, WAI-08, WAI-09,
 * WAI-15).
 * @param mayOffer whether offers could be made all the time: in the last hours before the last session places open to
 * all although an entry fits them (WAI-06)
 */
export const brokenInvariants = (step: WaitingStep, mayOffer: boolean): string[] => {
  const { after } = step;
  const children = after.entries.flatMap(({ child_ids }) => child_ids);
  const invariants: readonly (readonly [invariant: string, holds: boolean])[] = [
    ['no place is taken that is not there', taken(after) <= after.capacity],
    ['no entry that fits is overtaken', !isEntryOvertaken(step)],
    ['no entry that fits is skipped', !mayOffer || !isEntrySkipped(after)],
    ['an offer holds places for all children of its entry', holdsForAllOrNone(after)],
    ['all children of an offer get a booking, or none', newlyBooked(step) === mayBook(step)],
    ['a child has one place', areDistinct([...after.booked, ...children])],
    ['an offer ends once', endsOnce(step)],
    ['a reserved place goes to a child of the class before', !isReservationLost(step)],
    ['a family that lets an offer go has no other entry before another family', areOthersAsked(step)],
  ];
  return invariants.filter(([, holds]) => !holds).map(([invariant]) => invariant);
};
