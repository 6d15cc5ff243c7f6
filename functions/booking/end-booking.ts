import * as z from 'zod/mini';
import type { BookingEnd } from '#shared/booking/booking';
import {
  type EndableBooking,
  type Ending,
  type EndingQuote,
  endableBooking,
  freeUntil,
  leftOfCharge,
  quoteEnding,
} from '#shared/booking/endings';
import { isTrialUsed } from '#shared/booking/keep-terms';
import type { ClassSummary } from '#shared/classes/class';
import type { AdultsToCall } from '#shared/families/family';
import type { BusinessMoment } from '#shared/lib/business-time';
import {
  type BookingId,
  bookingIdSchema,
  type ClassId,
  type FamilyId,
  familyIdSchema,
  type UserId,
} from '#shared/lib/ids';
import { centsSchema, instantOf } from '#shared/lib/values';
import type { TimeSlot } from '#shared/sessions/slot';
import { type ActingMember, readConfirmed } from '../accounts/confirm-family.ts';
import { adultsToCall, familyRef, type StoredFamily } from '../accounts/stored-families.ts';
import { classRef, readEarlierSlots, type StoredSlot, storedSlotRef } from '../classes/classes.ts';
import type { FamilyChange } from '../ledger/changes.ts';
import { endingUpdate } from '../ledger/endings.ts';
import { entryWrites } from '../ledger/entries.ts';
import { type FamilyLedger, familyLedgerRef } from '../ledger/ledger.ts';
import { retryDelay } from '../lib/contention.ts';
import type { TimedDeps } from '../lib/deps.ts';
import { atMost, deleteWrite, exists, putWrite, updateWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, itemParser } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { lateEndingKey, lateEndingsPartition } from '../lib/dynamo/keys-of-classes.ts';
import { batchRead, inPartition, queryAs } from '../lib/dynamo/reads.ts';
import { sendTransaction, type TransactionOutcome } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';
import { patienceMs } from '../limits.ts';
import { bookingDelete } from './booking-changes.ts';
import { type BookingKey, bookingRef, type StoredBooking } from './bookings.ts';
import { endedBooking, endedBookingPut, endedBookingRef, type StoredEndedBooking } from './ended-bookings.ts';
import { placeRelease, type ReleasedSlot } from './places.ts';

interface BookingToEnd {
  readonly booking: StoredBooking;
  readonly slot: ReleasedSlot;
  readonly record: StoredEndedBooking;
  readonly ledger: FamilyLedger;
  readonly next?: StoredBooking;
  readonly change?: FamilyChange;
}

/** Releases the place and credits the family, too. Refused where the booking ended, or what the credit follows from changed. */
export const endingWrites = (
  table: Table,
  { booking, slot, record, ledger, next, change }: BookingToEnd,
): Write[] => {
  const { trial_used, ended } = record;
  return [
    bookingDelete(table, booking),
    placeRelease(table, slot, { amount: booking.amount, at: record.ended.at }),
    endedBookingPut(table, record),
    endingUpdate(table, { ...booking, at: ended.at, credit: ended.credit, next, change, trial_used }, ledger),
  ];
};

export type BookingToFind = BookingKey & { readonly id: BookingId; readonly class_id: ClassId };

export interface LiveBookingItems {
  readonly booking: StoredBooking;
  readonly cls: ClassSummary;
  readonly slot: TimeSlot & Pick<StoredSlot, 'moved_at'>;
  readonly earlier_slots: readonly TimeSlot[];
  readonly ledger: FamilyLedger;
}

// @throws Error where an item is missing: a booking ends before its class, its slot and its ledger are deleted
const complete = ({
  booking,
  cls,
  slot,
  ledger,
  earlier_slots = [],
}: { readonly [Key in keyof LiveBookingItems]: LiveBookingItems[Key] | undefined }): LiveBookingItems => {
  if (booking && cls && slot && ledger) return { booking, cls, slot, earlier_slots, ledger };
  throw new Error('A live booking has no class, slot or ledger');
};

/**
 * Finds the live booking or its record; neither where the booking moved to another slot. One read, and another one for a
 * booking that moved within its class.
 */
export const readBookingOrRecord = async (
  table: Table,
  { id, class_id, ...keyFields }: BookingToFind,
  caller?: ActingMember,
): Promise<{
  readonly live: LiveBookingItems | undefined;
  readonly record: StoredEndedBooking | undefined;
}> => {
  const [cls, slot] = [classRef(class_id), storedSlotRef(class_id, keyFields.time_slot_id)];
  const [live, ended] = [bookingRef(keyFields), endedBookingRef(keyFields.parent_id, id)];
  const family = familyLedgerRef(keyFields.parent_id);
  const read = await readConfirmed(table, caller, [cls, slot, live, ended, family]);
  const parts = { booking: read(live), cls: read(cls), slot: read(slot), ledger: read(family) };
  const isNamed = parts.booking?.id === id && parts.booking.class_id === class_id;
  if (!isNamed) return { live: undefined, record: read(ended) };
  const earlier_slots = await readEarlierSlots(table, parts.booking);
  return { live: complete({ ...parts, earlier_slots }), record: read(ended) };
};

interface EndRequest {
  readonly ending: Ending;
  /** Nothing is credited, whatever is left. */
  readonly withoutCredit?: boolean;
  readonly by: BookingEnd['by'];
  readonly made_by?: UserId | undefined;
  readonly adult?: UserId | undefined;
  /** Whose membership of the family is checked by the read. */
  readonly caller?: ActingMember;
  readonly tell: boolean;
  /** Whether the end counts among the family's changes, of which `extraWrites` refuses the one that is too many. */
  readonly isCounted?: boolean;
  /** Checks what was read, may throw a refusal, and gives further writes of the transaction. */
  readonly extraWrites?: (record: StoredEndedBooking, parts: LiveBookingItems) => ExtraWrites;
}

export const endableOf = (parts: Omit<LiveBookingItems, 'ledger'>, timeZone: string): EndableBooking =>
  endableBooking(parts, timeZone);

export const quoteLive = (
  parts: Omit<LiveBookingItems, 'ledger'>,
  ending: Ending,
  { clock, timeZone }: Pick<TimedDeps, 'clock' | 'timeZone'>,
): EndingQuote => quoteEnding(endableOf(parts, timeZone), ending, instantOf(clock()));

// Says whether a trial that ends at a moment was the child's one trial of the class (TRI-05).
const trialUse = (
  parts: LiveBookingItems,
  { ending }: EndRequest,
  { clock, timeZone }: Pick<TimedDeps, 'clock' | 'timeZone'>,
): Pick<StoredEndedBooking, 'trial_used'> => {
  if (!parts.booking.is_trial) return {};
  const { terms, sessions } = endableOf(parts, timeZone);
  const used = isTrialUsed({
    ended: { reason: ending.reason, at: instantOf(clock()) },
    freeUntil: freeUntil(terms),
    sessionCancelled: sessions[0]?.state === 'cancelled',
  });
  return { trial_used: used };
};

const nothing: EndingQuote = { credit: centsSchema.parse(0), suggested: centsSchema.parse(0) };

export const endedRecord = (
  parts: LiveBookingItems,
  request: EndRequest,
  deps: Pick<TimedDeps, 'clock' | 'timeZone'>,
): StoredEndedBooking => {
  const { ending, withoutCredit, by, made_by, adult, tell } = request;
  return endedBooking(
    parts.booking,
    { ...parts.cls, start_time: parts.slot.start_time, end_time: parts.slot.end_time },
    {
      ended: {
        reason: ending.reason,
        at: instantOf(deps.clock()),
        by,
        ...(withoutCredit ? nothing : quoteLive(parts, ending, deps)),
      },
      tell,
      ...(made_by && { made_by }),
      ...(adult && { ended_by_adult: adult }),
      ...trialUse(parts, request, deps),
    },
  );
};

type EndBookingOutcome =
  /** Ended by this request, or where `isRepeated` by an earlier one. */
  | { readonly outcome: 'ended'; readonly record: StoredEndedBooking; readonly isRepeated: boolean }
  /** There is no such booking in this slot. Nothing was stored. */
  | { readonly outcome: 'gone' }
  /** Contention persisted. Nothing was stored. */
  | { readonly outcome: 'busy' };

/**
 * Ends a booking: booking, place, record, credit and extra writes in one transaction. A repetition gets the first record
 * (END-01, END-13). One read and one transaction; both again where something changed between them.
 * @throws what `extraWrites` throws
 */
export const endBooking = async (
  deps: TimedDeps,
  booking: BookingToFind,
  request: EndRequest,
): Promise<EndBookingOutcome> => {
  const { table } = deps;
  const waitToRetry = retryDelay(patienceMs);
  for (;;) {
    const { live, record: earlier } = await readBookingOrRecord(table, booking, request.caller);
    if (!live) {
      return earlier ? { outcome: 'ended', record: earlier, isRepeated: true } : { outcome: 'gone' };
    }
    const record = endedRecord(live, request, deps);
    const change = { at: record.ended.at, isCounted: request.isCounted ?? false };
    const extraWrites = request.extraWrites?.(record, live) ?? [];
    const { outcome } = await sendTransaction(table, [
      ...endingWrites(table, { ...live, record, change }),
      ...extraWrites,
    ]);
    if (outcome === 'done') return { outcome: 'ended', record, isRepeated: false };
    if (outcome === 'busy' || !(await waitToRetry())) return { outcome: 'busy' };
  }
};

/** A late cancellation whose credit an administrator decides (END-07). */
export const storedLateEndingSchema = z.object({ booking_id: bookingIdSchema, parent_id: familyIdSchema });
type StoredLateEnding = z.infer<typeof storedLateEndingSchema>;

export const lateEndingPut = (
  table: Table,
  { id, parent_id }: { readonly id: BookingId; readonly parent_id: FamilyId },
): Write =>
  putWrite(table, { ...lateEndingKey(id), [entityAttribute]: 'late-ending', booking_id: id, parent_id });

const lateEndingDelete = (table: Table, id: BookingId): Write =>
  deleteWrite(table, lateEndingKey(id), { if: exists });

export const listLateEndings = (table: Table): Promise<StoredLateEnding[]> =>
  queryAs(table, itemParser(storedLateEndingSchema), inPartition(lateEndingsPartition));

export interface LateDecision {
  readonly record: StoredEndedBooking;
  /** Whether the suggested amount is credited, as far as it is left of the charge. */
  readonly credit: boolean;
  readonly moment: BusinessMoment;
  readonly madeBy: UserId;
}

/** The credit never exceeds what is left of the charge (PAY-14). @returns `refused` where an administrator decided before */
export const decideLateEnding = async (
  table: Table,
  { record, credit, moment, madeBy }: LateDecision,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> => {
  const { id, parent_id, class_id, class_type, venue, ended } = record;
  const amount = centsSchema.parse(credit ? Math.min(ended.suggested, leftOfCharge(record)) : 0);
  const entry = {
    kind: 'credit',
    cause: { type: 'ending', booking_id: id },
    class: { id: class_id, class_type, venue },
    amount,
    day: moment.today,
    recorded_at: instantOf(moment.now),
    made_by: madeBy,
  } as const;
  return sendTransaction(table, [
    updateWrite(table, endedBookingRef(parent_id, id).key, {
      set: { late_credit: amount },
      add: { credited: amount },
      if: { credited: atMost(record.amount - amount) },
    }),
    lateEndingDelete(table, id),
    ...(amount > 0 ? entryWrites(table, parent_id, entry, record) : []),
    ...extraWrites,
  ]);
};

interface LateEnding extends StoredEndedBooking {
  readonly parent: Pick<StoredFamily, 'full_name'>;
  readonly adults: AdultsToCall;
}

// An administrator decides about the oldest ones first.
const maxShown = 50;

/** Oldest booking first, without families that are being deleted. One Query, and one BatchGetItem for each 50. */
export const describeLateEndings = async (table: Table): Promise<LateEnding[]> => {
  const late = await listLateEndings(table);
  if (late.length === 0) return [];
  const refs = late.map(({ parent_id, booking_id }) => ({
    record: endedBookingRef(parent_id, booking_id),
    family: familyRef(parent_id),
  }));
  const read = await batchRead(
    table,
    refs.flatMap(({ record, family }) => [record, family]),
    { consistent: false },
  );
  const described = refs.flatMap(({ record, family }) => {
    const parent = read(family);
    if (!parent || parent.deleting) return [];
    const found = read(record);
    return found ? [{ ...found, parent: { full_name: parent.full_name }, adults: adultsToCall(parent) }] : [];
  });
  return described.slice(0, maxShown);
};
