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
import { decideUnoffered, isWaiting, type ListOpening, placesNeeded } from '#shared/waiting/waiting';
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
import { itemParser, positionAttribute } from '../lib/dynamo/items.ts';
import { dueIndexKeys } from '../lib/dynamo/keys-of-classes.ts';
import { batchRead } from '../lib/dynamo/reads.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import { newOfferId } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';
import {
  applicationUpdate,
  listApplications,
  removeApplication,
  type StoredApplication,
  slotListUpdate,
} from './applications.ts';
import { dropApplication } from './end-offer.ts';
import { readOfferCharges } from './offer-facts.ts';
import { offerPut, type StoredOffer } from './offers.ts';
import { waitingMailPut } from './waiting-mails.ts';

export interface ListedSlot {
  readonly cls: ManagedClass;
  readonly slot: StoredSlot;
}

/** Also reads a slot that is being deleted. One consistent Query. */
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
  | { readonly outcome: 'offered' }
  /** No application fits: the places are open to all. */
  | { readonly outcome: 'opened' }
  /** The class opens later for those who wait, or is off sale: the places stay held until then. */
  | { readonly outcome: 'waits' }
  | { readonly outcome: 'nothing-kept' }
  /** Something changed since it was read. Nothing was stored, or an application that cannot be asked left the list. */
  | { readonly outcome: 'again' }
  | { readonly outcome: 'busy' };

const slotIds = ({ class_id, id }: StoredSlot) => ({ class_id, time_slot_id: id });

const unchangedList = (slot: StoredSlot): { readonly if: Tests } => ({
  if: {
    closed: absent,
    list_version: slot.list_version,
    kept: slot.kept,
    current_bookings: slot.current_bookings,
    max_capacity: slot.max_capacity,
    calendar_version: slot.calendar_version,
  },
});

// Takes unoffered places out of the counters: they are open to all then. Without any, the list is not due any more.
const dropUnoffered = (table: Table, slot: StoredSlot, places: number) =>
  sendTransaction(table, [
    slotListUpdate(table, slotIds(slot), {
      add: { current_bookings: -places, held: -places, kept: -places },
      ...unchangedList(slot),
      ...(places === slot.kept && { dueAt: null }),
    }),
  ]);

const openUnoffered = async (table: Table, slot: StoredSlot): Promise<AskOutcome> => {
  const { outcome } = await dropUnoffered(table, slot, slot.kept);
  if (outcome === 'busy') return { outcome: 'busy' };
  return { outcome: outcome === 'done' ? 'opened' : 'again' };
};

// Places that were freed in a slot with more bookings than places (BHF-01) are offered to nobody.
const closeAbove = async (table: Table, slot: StoredSlot, places: number): Promise<AskOutcome> => {
  const { outcome } = await dropUnoffered(table, slot, places);
  return { outcome: outcome === 'busy' ? 'busy' : 'again' };
};

// Holds the places until the class opens, when the list is due. Stores nothing where the list is due then already.
const askLater = async (table: Table, slot: StoredSlot, until: Instant): Promise<AskOutcome> => {
  if (slot[positionAttribute] === dueIndexKeys(until, slot.id)[positionAttribute])
    return { outcome: 'waits' };
  const { outcome } = await sendTransaction(table, [
    slotListUpdate(table, slotIds(slot), { add: {}, ...unchangedList(slot), dueAt: until }),
  ]);
  if (outcome === 'busy') return { outcome: 'busy' };
  return { outcome: outcome === 'done' ? 'waits' : 'again' };
};

// Holds the places while the class is off sale (OPS-08). The list is asked as soon as the class is on sale again, by the
// stream's record of its slots, and every hour in case the work of that record failed.
const askOnSale = async (
  table: Table,
  slot: StoredSlot,
  { now }: Pick<BusinessMoment, 'now'>,
): Promise<AskOutcome> => {
  const isDueLater =
    (slot[positionAttribute] ?? '') > dueIndexKeys(instantOf(now), slot.id)[positionAttribute];
  if (isDueLater) return { outcome: 'waits' };
  return askLater(table, slot, instantOf(new Date(now.getTime() + hourMs)));
};

// For whom the class is open now. Reads ledgers and classes of those who wait while it is open for some only.
const readListOpening = async (
  table: Table,
  { cls }: ListedSlot,
  applications: readonly StoredApplication[],
  moment: BusinessMoment,
): Promise<ListOpening> => {
  const waiting = isForCurrentOnly(cls, moment.now) ? applications.filter(isWaiting) : [];
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

// Undefined where one of the children was removed.
const readChildren = async (
  table: Table,
  { parent_id, child_ids }: Pick<StoredApplication, 'parent_id' | 'child_ids'>,
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
  // While its family is joined with another one, the children are there, and the application may not be yet (FID-11).
  const joinedOf = await readJoinedChildren(table, entered);
  const joined = entered.flatMap((child) => joinedOf(child) ?? []);
  return joined.length > 0 ? readAll(joined) : undefined;
};

interface Chosen {
  readonly application: StoredApplication;
  readonly children: readonly Child[];
  readonly places: OfferedPlaces;
  readonly charges: Pick<StoredOffer, 'discounts' | 'due_dates'>;
}

const toOffer = (
  { calendar_version }: StoredSlot,
  { application, children, places, charges }: Chosen,
  moment: BusinessMoment,
): StoredOffer => ({
  id: newOfferId(moment.now),
  parent_id: application.parent_id,
  class_id: application.class_id,
  time_slot_id: application.time_slot_id,
  child_ids: application.child_ids,
  entry_id: application.id,
  state: 'open',
  ...places,
  dates: [...places.dates],
  ...charges,
  created_at: instantOf(moment.now),
  children: children.map(({ name, date_of_birth }) => ({ name, date_of_birth })),
  calendar_version,
  ...(application.found_no_room && { found_no_room: application.found_no_room }),
});

const makeOffer = async (
  table: Table,
  slot: StoredSlot,
  chosen: Chosen,
  moment: BusinessMoment,
): Promise<AskOutcome> => {
  const { application } = chosen;
  const offer = toOffer(slot, chosen, moment);
  const places = placesNeeded(application);
  // Open places go first: while any place is unoffered the list is asked on, so no fitting application is skipped.
  const fromOpen = Math.min(places, placesLeft(slot));
  const fromUnoffered = places - fromOpen;
  const result = await sendTransaction(table, [
    slotListUpdate(table, slotIds(slot), {
      add: { current_bookings: fromOpen, held: fromOpen, kept: -fromUnoffered, waiting: -1 },
      ...unchangedList(slot),
      ...(fromUnoffered === slot.kept && { dueAt: null }),
    }),
    offerPut(table, offer),
    applicationUpdate(table, application, { offer_id: offer.id }),
    ...application.child_ids.map((child_id) =>
      checkWrite(table, bookingRef({ ...application, child_id }).key, { if: isNew }),
    ),
  ]);
  if (result.outcome === 'done') return { outcome: 'offered' };
  if (result.outcome === 'busy') return { outcome: 'busy' };
  const [slotChanged, , applicationChanged, ...booked] = result.refusals;
  // A child of the application has a place by now, so the application has no use.
  if (!slotChanged && !applicationChanged && booked.some((refusal) => refusal))
    await removeApplication(table, application);
  return { outcome: 'again' };
};

/**
 * Offers places to the first application that fits and may be asked before the class opens for all (TRM-11); where none
 * fits, opens them to all (WAI-04, WAI-05). Two Queries, one read of the children and one transaction, which is refused
 * where anything changed since it was read.
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
  const applications = await listApplications(table, slot.id);
  const free = placesLeft(slot) + slot.kept;
  const opening = await readListOpening(table, listed, applications, moment);
  const next = decideUnoffered({ applications, free, released_at: slot.released_at }, opening);
  if (places && next.decision === 'wait') return askLater(table, slot, next.until);
  if (!places || next.decision !== 'ask') return openUnoffered(table, slot);
  const { application } = next;
  const children = await readChildren(table, application);
  if (!children) {
    await removeApplication(table, application);
    return { outcome: 'again' };
  }
  const charges = await readOfferCharges(table, listed, application, places, moment);
  return makeOffer(table, slot, { application, children, places, charges }, moment);
};

/**
 * Ends the list of a slot whose class is over, or is deleted: each family gets an email (WAI-12). Each step is one
 * transaction: the whole may be interrupted anywhere and called again.
 * @throws ContentionError where contention persisted
 */
export const closeList = async (
  table: Table,
  { cls, slot }: { readonly cls: ClassSummary; readonly slot: TimeSlot },
  now: Date,
): Promise<void> => {
  const at = instantOf(now);
  for (const application of await listApplications(table, slot.id)) {
    // A family with a renewal has joined no list.
    const kind = application.is_renewal && application.offer_id ? 'kept-place-gone' : 'list-closed';
    const mail = waitingMailPut(table, kind, { ...application, place: { ...cls, ...slot } }, now);
    if ((await dropApplication(table, application, { at, extraWrites: [mail] })).outcome === 'busy')
      throw new ContentionError('Contention on a waiting list persisted');
  }
  if ((await listApplications(table, slot.id)).length > 0)
    throw new ContentionError('A waiting list changed meanwhile');
};

// A list of some hundred applications never needs as many steps.
const maxSteps = 1_000;

/**
 * Asks the list of a slot until no place is unoffered, and closes it where the class is over. Each step is one transaction:
 * the whole may be interrupted anywhere and called again.
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
      if (!closed || (await openUnoffered(table, closed.slot)).outcome === 'opened') return offers;
      continue;
    }
    const { outcome } = await askList(table, listed, moment);
    if (outcome === 'busy') break;
    if (outcome === 'nothing-kept' || outcome === 'waits') return offers;
    if (outcome === 'offered') offers += 1;
  }
  throw new ContentionError('Contention on a waiting list persisted');
};
