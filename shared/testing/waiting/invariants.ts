import { byRank } from '#shared/domain/waiting/waiting';
import type { WaitingCommand } from './command.ts';
import {
  awaitingRenewal,
  heldPlaces,
  type ListedOffer,
  type ModelEntry,
  openPlaces,
  rankedEntries,
  type WaitingList,
} from './waiting-list.ts';

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
