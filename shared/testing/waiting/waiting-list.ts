import { placesLeft } from '#shared/classes/class';
import {
  type ApplicationId,
  applicationIdSchema,
  type ChildId,
  childIdSchema,
  type FamilyId,
  familyIdSchema,
  type OfferId,
  offerIdSchema,
} from '#shared/lib/ids';
import type { Instant } from '#shared/lib/values';
import type { OfferTerms } from '#shared/waiting/offers';
import {
  goBehind,
  isWaiting,
  type OfferEnd,
  placesNeeded,
  type RankedApplication,
  type WaitingOffer,
} from '#shared/waiting/waiting';
import { instant } from '../values.ts';

const ulid = (number: number): string => String(number).padStart(26, '0');

export const child = (number: number) => childIdSchema.parse(`chd_${ulid(number)}`);
export const entry = (number: number) => applicationIdSchema.parse(`wai_${ulid(number)}`);
export const offer = (number: number) => offerIdSchema.parse(`ofr_${ulid(number)}`);
export const family = (number: number) => familyIdSchema.parse(`fam_${String(number).padStart(26, '0')}`);
export const minute = (number: number) => instant(new Date(number * 60_000).toISOString());

export type ListedOffer = Pick<WaitingOffer, 'id' | 'child_ids' | 'state' | 'until'> & {
  /** Of a place that is kept for a child of the class before (TRM-03). */
  readonly is_renewal?: true;
};

/** An entry, without what the acts of its family have made of its rank. */
export type ModelEntry = Omit<RankedApplication, 'behind_at'>;

export interface WaitingList {
  readonly capacity: number;
  readonly booked: readonly ChildId[];
  /** Places that became free and are kept until the list has been asked (WAI-04). */
  readonly kept: number;
  /** Places that are reserved for the children of the class before, and have no offer yet (TRM-03). */
  readonly reserved: number;
  /** The children with a full booking in the class before, those who booked first before others. */
  readonly renewing: readonly ChildId[];
  readonly renewed: readonly ChildId[];
  /** When a place last became free, other than by the end of an offer whose entry stayed. */
  readonly released_at: Instant | null;
  /** Unordered; `byRank` orders `rankedEntries`. */
  readonly entries: readonly ModelEntry[];
  /** When families declined an offer, or let one run out: of each the last time (WAI-15). */
  readonly behind: Readonly<Record<FamilyId, Instant>>;
  /** Open ones, and ended ones, which late answers refer to. */
  readonly offers: readonly ListedOffer[];
  /** The class is over: it takes no booking and no entry. */
  readonly isOver: boolean;
}

/** A slot without bookings. It has places for the children of the class before, as far as they go. */
export const newWaitingList = (capacity: number, renewing: readonly ChildId[] = []): WaitingList => ({
  capacity,
  booked: [],
  kept: 0,
  reserved: Math.min(capacity, renewing.length),
  renewing,
  renewed: [],
  released_at: null,
  entries: [],
  behind: {},
  offers: [],
  isOver: false,
});

export const rankedEntries = ({
  entries,
  behind,
}: Pick<WaitingList, 'entries' | 'behind'>): RankedApplication[] =>
  entries.map((entry) => goBehind(entry, behind[entry.parent_id]));

/** Places that are neither booked nor open to all: those of open offers, reserved ones, and those kept for the list. */
export const heldPlaces = ({
  offers,
  kept,
  reserved,
}: Pick<WaitingList, 'offers' | 'kept' | 'reserved'>): number =>
  offers.reduce(
    (places, offer) => places + (offer.state === 'open' ? placesNeeded(offer) : 0),
    kept + reserved,
  );

export const openPlaces = (list: WaitingList): number =>
  placesLeft({ max_capacity: list.capacity, current_bookings: list.booked.length + heldPlaces(list) });

/** The children who are to get a reserved place: without an offer yet, a booking, and an entry. */
export const awaitingRenewal = ({ renewing, renewed, booked, entries }: WaitingList): readonly ChildId[] =>
  renewing.filter(
    (child) =>
      !renewed.includes(child) &&
      !booked.includes(child) &&
      !entries.some(({ child_ids }) => child_ids.includes(child)),
  );

/** If an entry waits: keeps up to `places` open places, which have just become free, for the list. */
const keepPlaces = (list: WaitingList, places: number): WaitingList => {
  if (!list.entries.some(isWaiting)) return list;
  return { ...list, kept: list.kept + Math.min(places, openPlaces(list)) };
};

/** Like `keepPlaces`; the places may also be offered to entries that were passed over before. */
const releasePlaces = (list: WaitingList, places: number, at: Instant): WaitingList => {
  const after = keepPlaces(list, places);
  return after.kept > list.kept ? { ...after, released_at: at } : after;
};

/** The reserved places that nobody gets are kept for the list, or open to all. */
export const releaseReserved = (list: WaitingList, at: Instant): WaitingList =>
  releasePlaces({ ...list, reserved: 0 }, list.reserved, at);

export const endBooking = (list: WaitingList, child: ChildId, at: Instant): WaitingList =>
  releasePlaces({ ...list, booked: list.booked.filter((booked) => booked !== child) }, 1, at);

/** Places with a booking, reserved ones, and those of open offers. The capacity cannot be lower than their number. */
export const promisedPlaces = ({
  booked,
  ...held
}: Pick<WaitingList, 'booked' | 'offers' | 'reserved'>): number =>
  booked.length + heldPlaces({ ...held, kept: 0 });

/**
 * Changes the capacity, to at least the number of promised places. A lower capacity removes open places first, then
 * kept ones.
 */
export const setCapacity = (list: WaitingList, capacity: number, at: Instant): WaitingList => {
  const after = { ...list, capacity, kept: Math.min(list.kept, capacity - promisedPlaces(list)) };
  return releasePlaces(after, Math.max(0, capacity - list.capacity), at);
};

export const putEntry = (list: WaitingList, entry: ModelEntry): WaitingList => ({
  ...list,
  entries: [...list.entries.filter(({ id }) => id !== entry.id), entry],
});

const removeEntry = (list: WaitingList, { id }: ModelEntry): WaitingList => ({
  ...list,
  entries: list.entries.filter((entry) => entry.id !== id),
});

const setOfferState = (list: WaitingList, id: ModelEntry['offer_id'], state: OfferEnd): WaitingList => ({
  ...list,
  offers: list.offers.map((offer) => (offer.id === id ? { ...offer, state } : offer)),
});

interface OfferEnding {
  readonly end: OfferEnd;
  readonly at: Instant;
}

/** Ends the offer of an entry, if it has one. Where the family let it go, its other entries go behind all others. */
const endOffer = (
  list: WaitingList,
  { parent_id, offer_id }: ModelEntry,
  { end, at }: OfferEnding,
): WaitingList => {
  const after = setOfferState(list, offer_id, end);
  // The list did not ask the family whose place was kept.
  const isAsked = list.offers.some(({ id, is_renewal }) => id === offer_id && !is_renewal);
  const isLetGo = isAsked && (end === 'declined' || end === 'expired');
  return isLetGo ? { ...after, behind: { ...list.behind, [parent_id]: at } } : after;
};

/** Removes an entry. If it has an offer, the offer ends as `end`, and its places are kept for the list again. */
export const dropEntry = (list: WaitingList, entry: ModelEntry, ending: OfferEnding): WaitingList => {
  const after = endOffer(removeEntry(list, entry), entry, ending);
  return isWaiting(entry) ? after : releasePlaces(after, placesNeeded(entry), ending.at);
};

/**
 * Ends the offer of an entry, which stays in the list. The places of the offer are kept for the list again. The entry
 * gets no offer until another place becomes free. Other entries that were passed over get none either: two families who
 * decline and stay would be offered the same place in turn without end.
 */
export const passOver = (list: WaitingList, entry: ModelEntry, ending: OfferEnding): WaitingList => {
  const after = endOffer(list, entry, ending);
  const waits = putEntry(after, { ...entry, offer_id: null, passed_over_at: ending.at });
  return keepPlaces(waits, placesNeeded(entry));
};

/** The offer becomes bookings; the places stay taken. */
export const takeOffer = (list: WaitingList, entry: ModelEntry): WaitingList => {
  const after = setOfferState(removeEntry(list, entry), entry.offer_id, 'taken');
  return { ...after, booked: [...list.booked, ...entry.child_ids] };
};

/** What can happen to the places and the list of a slot; `at` is when it happens. */
export type WaitingCommand =
  /** A family books an open place for a child; a move to this slot is one too. */
  | { readonly kind: 'book'; readonly child: ChildId; readonly at: Instant }
  /** A family books open places for several children with one press: all or none. */
  | { readonly kind: 'book-together'; readonly children: readonly ChildId[]; readonly at: Instant }
  /** A booking ends in any way: cancelled, removed, moved away, trial over, erased. */
  | { readonly kind: 'end-booking'; readonly child: ChildId; readonly at: Instant }
  | {
      readonly kind: 'join';
      readonly entry: ApplicationId;
      readonly family: FamilyId;
      readonly children: readonly ChildId[];
      readonly at: Instant;
    }
  /** A family leaves: it declines the offer that it has. */
  | { readonly kind: 'leave'; readonly entry: ApplicationId; readonly at: Instant }
  | { readonly kind: 'put-first'; readonly entry: ApplicationId; readonly at: Instant }
  /** One offer to the first entry that fits the free places; where none fits, the kept places open to all. */
  | { readonly kind: 'ask'; readonly offer: OfferId; readonly terms: OfferTerms | null }
  | { readonly kind: 'take'; readonly offer: OfferId }
  /** The entry goes to the end of the list (`stays`) or leaves it; the family's other entries go behind all others. */
  | { readonly kind: 'decline'; readonly offer: OfferId; readonly stays: boolean; readonly at: Instant }
  /** The deadline of an offer has passed: its entry leaves the list, the family's other ones go behind all others. */
  | { readonly kind: 'expire'; readonly offer: OfferId; readonly at: Instant }
  /** An administrator takes an offer back: its entry keeps its rank. */
  | { readonly kind: 'withdraw'; readonly offer: OfferId; readonly at: Instant }
  | { readonly kind: 'set-capacity'; readonly capacity: number; readonly at: Instant }
  /** A family removes a child: the child's entry goes with it, siblings included. */
  | { readonly kind: 'remove-child'; readonly child: ChildId; readonly at: Instant }
  | { readonly kind: 'close' }
  /** A child of the class before gets a reserved place, as an offer (TRM-03). */
  | KeptPlace<'renew'>
  /** The reserved places that are left go to the list, or open, once each child of the class before was asked. */
  | { readonly kind: 'release-reserved'; readonly at: Instant }
  /** The booking of a child in the class before ends. */
  | { readonly kind: 'leave-before'; readonly child: ChildId; readonly at: Instant }
  /** A family has its kept place here instead of in another slot, or here again after it has declined (TRM-04). */
  | KeptPlace<'keep-here'>
  | { readonly kind: 'keep-elsewhere'; readonly offer: OfferId; readonly at: Instant };

/** A place of the next term that is kept for a child, with the entry and the offer that it gets. */
interface KeptPlace<Kind extends 'renew' | 'keep-here'> {
  readonly kind: Kind;
  readonly child: ChildId;
  readonly family: FamilyId;
  readonly entry: ApplicationId;
  readonly offer: OfferId;
  readonly until: Instant;
  readonly at: Instant;
}

export type CommandOf<Kind extends WaitingCommand['kind']> = Extract<WaitingCommand, { kind: Kind }>;
