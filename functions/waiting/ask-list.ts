import { type ClassSummary, placesLeft } from '#shared/classes/class';
import type { ManagedClass } from '#shared/classes/managed-class';
import { isForCurrentOnly, isOffSale, opensForAll, opensForCurrent } from '#shared/classes/openings';
import type { Child } from '#shared/families/family';
import { type BusinessMoment, businessMoment } from '#shared/lib/business-time';
import { hourMs } from '#shared/lib/durations';
import type { ClassId, SlotId } from '#shared/lib/ids';
import { type Instant, instantOf } from '#shared/lib/values';
import { upcomingDates } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';
import { type OfferedPlaces, offeredPlaces } from '#shared/waiting/offers';
import { decideKept, isWaiting, type ListOpening, placesNeeded } from '#shared/waiting/waiting';
import { readJoinedChildren } from '../accounts/joined-families.ts';
import { bookingRef } from '../booking/bookings.ts';
import { readCurrentFamilies } from '../booking/held-by-family.ts';
import {
  classesFromItems,
  isSlotItem,
  queryClass,
  type StoredSlot,
  storedSlotSchema,
} from '../classes/classes.ts';
import { childRef } from '../families/children.ts';
import { ContentionError } from '../lib/contention.ts';
import type { TimedDeps } from '../lib/deps.ts';
import { absent, checkWrite, isNew, type Tests } from '../lib/dynamo/expressions.ts';
import { itemParser, placeAttribute } from '../lib/dynamo/items.ts';
import { dueIndexKeys } from '../lib/dynamo/keys-of-classes.ts';
import { batchRead } from '../lib/dynamo/reads.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import { newOfferId } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';
import { dropEntry } from './end-offer.ts';
import { readOfferCharges } from './offer-parts.ts';
import { offerPut, type StoredOffer } from './offers.ts';
import {
  entryUpdate,
  listEntries,
  removeEntry,
  type StoredEntry,
  slotListUpdate,
} from './waiting-entries.ts';
import { waitingMailPut } from './waiting-mails.ts';

/** A class with one of its slots as stored. */
export interface ListedSlot {
  readonly cls: ManagedClass;
  readonly slot: StoredSlot;
}

/** Reads a slot with its class, also one that is being deleted; undefined where it is gone. One consistent Query. */
export const readListedSlot = async (
  table: Table,
  classId: ClassId,
  slotId: SlotId,
): Promise<ListedSlot | undefined> => {
  const items = await queryClass(table, classId, { consistent: true });
  const [cls] = classesFromItems(items);
  const slot = items
    .filter(isSlotItem)
    .map(itemParser(storedSlotSchema))
    .find(({ id }) => id === slotId);
  return cls && slot && { cls, slot };
};

type AskOutcome =
  /** One family got an offer. */
  | { readonly outcome: 'offered' }
  /** No entry fits: the kept places are open to all. */
  | { readonly outcome: 'opened' }
  /** The class opens later, for those who wait, or is off sale: the places stay kept until then. */
  | { readonly outcome: 'waits' }
  /** No place is kept. */
  | { readonly outcome: 'nothing-kept' }
  /** Something changed since it was read. Nothing was stored, or an entry that cannot be asked left the list. */
  | { readonly outcome: 'again' }
  | { readonly outcome: 'busy' };

const slotIds = ({ class_id, id }: StoredSlot) => ({ class_id, time_slot_id: id });

/** That places and list of a slot are as they were read. */
const asRead = (slot: StoredSlot): { readonly if: Tests } => ({
  if: {
    closed: absent,
    list_version: slot.list_version,
    kept: slot.kept,
    current_bookings: slot.current_bookings,
    max_capacity: slot.max_capacity,
    calendar_version: slot.calendar_version,
  },
});

/** Takes kept places out of the counters: all of them are open to all then, and the list is not due any more. */
const dropKept = (table: Table, slot: StoredSlot, places: number) =>
  sendTransaction(table, [
    slotListUpdate(table, slotIds(slot), {
      add: { current_bookings: -places, held: -places, kept: -places },
      ...asRead(slot),
      ...(places === slot.kept && { dueAt: null }),
    }),
  ]);

/** Opens the kept places to all. */
const openKeptPlaces = async (table: Table, slot: StoredSlot): Promise<AskOutcome> => {
  const { outcome } = await dropKept(table, slot, slot.kept);
  if (outcome === 'busy') return { outcome: 'busy' };
  return { outcome: outcome === 'done' ? 'opened' : 'again' };
};

/** Places that were freed in a slot which has more bookings than places (BHF-01) are no places: nobody is offered them. */
const closeAbove = async (table: Table, slot: StoredSlot, places: number): Promise<AskOutcome> => {
  const { outcome } = await dropKept(table, slot, places);
  return { outcome: outcome === 'busy' ? 'busy' : 'again' };
};

/** Keeps the places until the class opens: the list is due then. Nothing is stored where it is due then already. */
const askLater = async (table: Table, slot: StoredSlot, until: Instant): Promise<AskOutcome> => {
  if (slot[placeAttribute] === dueIndexKeys(until, slot.id)[placeAttribute]) return { outcome: 'waits' };
  const { outcome } = await sendTransaction(table, [
    slotListUpdate(table, slotIds(slot), { add: {}, ...asRead(slot), dueAt: until }),
  ]);
  if (outcome === 'busy') return { outcome: 'busy' };
  return { outcome: outcome === 'done' ? 'waits' : 'again' };
};

/**
 * Keeps the places while the class is off sale (OPS-08). The list is asked as soon as the class is on sale again, by the stream's
 * record of its slots; that it is due every hour is for a record whose work failed.
 */
const askOnSale = async (
  table: Table,
  slot: StoredSlot,
  { now }: Pick<BusinessMoment, 'now'>,
): Promise<AskOutcome> => {
  const isDueLater = (slot[placeAttribute] ?? '') > dueIndexKeys(instantOf(now), slot.id)[placeAttribute];
  if (isDueLater) return { outcome: 'waits' };
  return askLater(table, slot, instantOf(new Date(now.getTime() + hourMs)));
};

/** For whom the class is open now. Reads the ledgers of those who wait, and their classes, while it is open for some only. */
const readListOpening = async (
  table: Table,
  { cls }: ListedSlot,
  entries: readonly StoredEntry[],
  moment: BusinessMoment,
): Promise<ListOpening> => {
  const waiting = isForCurrentOnly(cls, moment.now) ? entries.filter(isWaiting) : [];
  const current = await readCurrentFamilies(
    table,
    waiting.map(({ parent_id }) => parent_id),
    moment,
  );
  return {
    forCurrent: opensForCurrent(cls, moment.now),
    forAll: opensForAll(cls, moment.now),
    isCurrent: ({ parent_id }) => current.has(parent_id),
  };
};

/** The children of an entry; undefined where one of them was removed. */
const readChildren = async (
  table: Table,
  { parent_id, child_ids }: Pick<StoredEntry, 'parent_id' | 'child_ids'>,
): Promise<Child[] | undefined> => {
  const entered = child_ids.map((child_id) => ({ parent_id, child_id }));
  const readAll = async (places: typeof entered) => {
    const refs = places.map((place) => childRef(place.parent_id, place.child_id));
    const read = await batchRead(table, refs, { consistent: true });
    const children = refs.flatMap((ref) => read(ref) ?? []);
    return children.length === refs.length ? children : undefined;
  };
  const children = await readAll(entered);
  if (children) return children;
  // While its family is joined with another one, the children are there, and the entry may not be yet (FID-11).
  const joinedOf = await readJoinedChildren(table, entered);
  const joined = entered.flatMap((child) => joinedOf(child) ?? []);
  return joined.length > 0 ? readAll(joined) : undefined;
};

interface Chosen {
  readonly entry: StoredEntry;
  readonly children: readonly Child[];
  readonly places: OfferedPlaces;
  readonly charges: Pick<StoredOffer, 'discounts' | 'due_dates'>;
}

const toOffer = (
  { calendar_version }: StoredSlot,
  { entry, children, places, charges }: Chosen,
  moment: BusinessMoment,
): StoredOffer => ({
  id: newOfferId(moment.now),
  parent_id: entry.parent_id,
  class_id: entry.class_id,
  time_slot_id: entry.time_slot_id,
  child_ids: entry.child_ids,
  entry_id: entry.id,
  state: 'open',
  ...places,
  dates: [...places.dates],
  ...charges,
  created_at: instantOf(moment.now),
  children: children.map(({ name, date_of_birth }) => ({ name, date_of_birth })),
  calendar_version,
  ...(entry.found_no_room && { found_no_room: entry.found_no_room }),
});

const makeOffer = async (
  table: Table,
  slot: StoredSlot,
  chosen: Chosen,
  moment: BusinessMoment,
): Promise<AskOutcome> => {
  const { entry } = chosen;
  const offer = toOffer(slot, chosen, moment);
  const places = placesNeeded(entry);
  // Open places go first: while any is kept, the list is asked on, so no entry that fits an open place is skipped.
  const fromOpen = Math.min(places, placesLeft(slot));
  const fromKept = places - fromOpen;
  const result = await sendTransaction(table, [
    slotListUpdate(table, slotIds(slot), {
      add: { current_bookings: fromOpen, held: fromOpen, kept: -fromKept, waiting: -1 },
      ...asRead(slot),
      ...(fromKept === slot.kept && { dueAt: null }),
    }),
    offerPut(table, offer),
    entryUpdate(table, entry, { offer_id: offer.id }),
    ...entry.child_ids.map((child_id) =>
      checkWrite(table, bookingRef({ ...entry, child_id }).key, { if: isNew }),
    ),
  ]);
  if (result.outcome === 'done') return { outcome: 'offered' };
  if (result.outcome === 'busy') return { outcome: 'busy' };
  const [slotChanged, , entryChanged, ...booked] = result.refusals;
  // A child of the entry has a place by now: the entry has no use any more.
  if (!slotChanged && !entryChanged && booked.some((refusal) => refusal)) await removeEntry(table, entry);
  return { outcome: 'again' };
};

/**
 * Offers kept places to the first entry that fits them and the open ones, and that may be asked before the class opens for all
 * (TRM-11); where none fits, opens them to all (WAI-04, WAI-05). One step: two Queries, one read of the children and one
 * transaction, which is refused where anything changed since it was read.
 */
export const askList = async (
  table: Table,
  listed: ListedSlot,
  moment: BusinessMoment,
): Promise<AskOutcome> => {
  const { cls, slot } = listed;
  if (slot.kept === 0) return { outcome: 'nothing-kept' };
  const above = Math.min(slot.kept, slot.current_bookings - slot.max_capacity);
  if (above > 0) return closeAbove(table, slot, above);
  const places = offeredPlaces(cls, slot, moment);
  if (places && isOffSale(cls)) return askOnSale(table, slot, moment);
  const entries = await listEntries(table, slot.id);
  const free = placesLeft(slot) + slot.kept;
  const opening = await readListOpening(table, listed, entries, moment);
  const next = decideKept({ entries, free, released_at: slot.released_at }, opening);
  if (places && next.decision === 'wait') return askLater(table, slot, next.until);
  if (!places || next.decision !== 'ask') return openKeptPlaces(table, slot);
  const { entry } = next;
  const children = await readChildren(table, entry);
  if (!children) {
    await removeEntry(table, entry);
    return { outcome: 'again' };
  }
  const charges = await readOfferCharges(table, listed, entry, places, moment);
  return makeOffer(table, slot, { entry, children, places, charges }, moment);
};

/**
 * Ends the list of a slot whose class is over, or is deleted: each entry leaves it and its family gets an email (WAI-12).
 * Each step is one transaction: the whole may be interrupted anywhere and called again.
 * @throws ContentionError where contention persisted
 */
export const closeList = async (
  table: Table,
  { cls, slot }: { readonly cls: ClassSummary; readonly slot: TimeSlot },
  now: Date,
): Promise<void> => {
  const at = instantOf(now);
  for (const entry of await listEntries(table, slot.id)) {
    // Whose place was kept has joined no list.
    const kind = entry.is_renewal && entry.offer_id ? 'kept-place-gone' : 'list-closed';
    const mail = waitingMailPut(table, kind, { ...entry, place: { ...cls, ...slot } }, now);
    if ((await dropEntry(table, entry, { at, extraWrites: [mail] })).outcome === 'busy')
      throw new ContentionError('Contention on a waiting list persisted');
  }
  if ((await listEntries(table, slot.id)).length > 0)
    throw new ContentionError('A waiting list changed meanwhile');
};

/** A list of some hundred entries never needs as many steps. */
const maxSteps = 1_000;

/**
 * Asks the list of a slot until no place is kept, and closes it where the class is over. Each step is one transaction: the
 * whole may be interrupted anywhere and called again.
 * @returns the number of offers made
 * @throws ContentionError where contention persisted
 */
export const settleList = async (
  { class_id, id }: { readonly class_id: ClassId; readonly id: SlotId },
  { table, clock, timeZone }: TimedDeps,
): Promise<number> => {
  let offers = 0;
  for (let step = 0; step < maxSteps; step += 1) {
    const listed = await readListedSlot(table, class_id, id);
    // The deletion of its class closes the list of a closed slot.
    if (!listed || listed.slot.closed) return offers;
    const moment = businessMoment(clock(), timeZone);
    if (upcomingDates(listed.cls, listed.slot, moment).length === 0) {
      await closeList(table, listed, moment.now);
      const closed = await readListedSlot(table, class_id, id);
      if (!closed || (await openKeptPlaces(table, closed.slot)).outcome === 'opened') return offers;
      continue;
    }
    const { outcome } = await askList(table, listed, moment);
    if (outcome === 'busy') break;
    if (outcome === 'nothing-kept' || outcome === 'waits') return offers;
    if (outcome === 'offered') offers += 1;
  }
  throw new ContentionError('Contention on a waiting list persisted');
};
