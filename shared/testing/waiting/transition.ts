import type { ChildId } from '#shared/lib/ids';
import { atTheEnd, firstToAsk, isWaiting, placesNeeded } from '#shared/waiting/waiting';
import {
  awaitingRenewal,
  type CommandOf,
  dropEntry,
  endBooking,
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
