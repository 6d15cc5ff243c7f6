import { freeUntil } from '#shared/domain/bookings/cancellation-terms';
import { endableBooking } from '#shared/domain/bookings/endable-booking';
import {
  type EndableBooking,
  type Ending,
  type EndingQuote,
  quoteEnding,
} from '#shared/domain/bookings/endings';
import { isTrialUsed } from '#shared/domain/bookings/trials';
import { instantOf } from '#shared/domain/time/instant-of';
import type { ClassSummary } from '#shared/schemas/class';
import type { BookingEnd } from '#shared/schemas/ended-booking';
import type { BookingId, ClassId, UserId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import { centsSchema } from '#shared/schemas/values';
import { patienceMs } from '../../limits.ts';
import type { TimedDeps } from '../../timed-deps.ts';
import { bookingDelete } from '../bookings/booking-writes.ts';
import { type BookingKeyParts, bookingRef, type StoredBooking } from '../bookings/bookings.ts';
import {
  endedBooking,
  endedBookingPut,
  endedBookingRef,
  type StoredEndedBooking,
} from '../bookings/ended-bookings.ts';
import { placeRelease, type ReleasedSlot } from '../bookings/place-release.ts';
import { classRef, type StoredSlot, storedSlotRef } from '../classes/classes.ts';
import { readEarlierSlots } from '../classes/earlier-slots.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import { retryDelay } from '../dynamo/retry-delay.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { FamilyChange } from '../ledger/change-limits.ts';
import { endingUpdate } from '../ledger/endings.ts';
import { type FamilyLedger, familyLedgerRef } from '../ledger/family-ledger.ts';
import type { Table } from '../table.ts';

/** A booking to end, with what its ending was decided from. */
export interface BookingToEnd {
  readonly booking: StoredBooking;
  readonly slot: ReleasedSlot;
  readonly record: StoredEndedBooking;
  readonly ledger: FamilyLedger;
  /** The booking that follows in the same transaction. */
  readonly next?: StoredBooking;
  /** The change that ends it, where it is noted or counts. */
  readonly change?: FamilyChange;
}

/**
 * The writes that end a booking: its deletion, the release of its place, its record, and the credit of its family. Refused
 * where what the credit was computed from changed, or the booking ended: the caller reads again.
 */
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

/** Names a booking, live or ended. */
export type BookingToFind = BookingKeyParts & { readonly id: BookingId; readonly class_id: ClassId };

/** A live booking with its class, its slot and the ledger of its family. */
export interface LiveParts {
  readonly booking: StoredBooking;
  readonly cls: ClassSummary;
  readonly slot: TimeSlot & Pick<StoredSlot, 'moved_at'>;
  /** The slots that it moved from and that have sessions of it; others are not looked at. */
  readonly earlier_slots: readonly TimeSlot[];
  readonly ledger: FamilyLedger;
}

/** @throws Error where a part is missing: a booking ends before its class, its slot and its ledger are deleted */
const complete = ({
  booking,
  cls,
  slot,
  ledger,
  earlier_slots = [],
}: { readonly [Part in keyof LiveParts]: LiveParts[Part] | undefined }): LiveParts => {
  if (booking && cls && slot && ledger) return { booking, cls, slot, earlier_slots, ledger };
  throw new Error('A live booking has no class, slot or ledger');
};

/** The live booking or its record; neither where there is none, or the booking moved to another slot. One
 * read, and one more for a booking that moved within its class. */
export const readBookingOrRecord = async (
  table: Table,
  { id, class_id, ...keyParts }: BookingToFind,
): Promise<{ readonly live: LiveParts | undefined; readonly record: StoredEndedBooking | undefined }> => {
  const [cls, slot] = [classRef(class_id), storedSlotRef(class_id, keyParts.time_slot_id)];
  const [live, ended] = [bookingRef(keyParts), endedBookingRef(keyParts.parent_id, id)];
  const family = familyLedgerRef(keyParts.parent_id);
  const read = await batchRead(table, [cls, slot, live, ended, family], { consistent: true });
  const parts = { booking: read(live), cls: read(cls), slot: read(slot), ledger: read(family) };
  const isNamed = parts.booking?.id === id && parts.booking.class_id === class_id;
  if (!isNamed) return { live: undefined, record: read(ended) };
  const earlier_slots = await readEarlierSlots(table, parts.booking);
  return { live: complete({ ...parts, earlier_slots }), record: read(ended) };
};

export interface EndRequest {
  readonly ending: Ending;
  /** Nothing is credited, whatever is left. */
  readonly withoutCredit?: boolean;
  readonly by: BookingEnd['by'];
  /** The administrator, where one ends it. */
  readonly made_by?: UserId | undefined;
  /** Whether the family is told by email. */
  readonly tell: boolean;
  /** Whether it counts among the changes of its family, of which `extraWrites` refuses the one that is too many. */
  readonly isCounted?: boolean;
  /** Checks what was read, which it may refuse by an exception, and gives further writes of the transaction. */
  readonly extraWrites?: (record: StoredEndedBooking, parts: LiveParts) => ExtraWrites;
}

/** A live booking as the rules of its end see it. */
export const endableOf = (parts: Omit<LiveParts, 'ledger'>, timeZone: string): EndableBooking =>
  endableBooking(parts, timeZone);

/** What the end of a live booking credits at a moment. */
export const quoteLive = (
  parts: Omit<LiveParts, 'ledger'>,
  ending: Ending,
  { clock, timeZone }: Pick<TimedDeps, 'clock' | 'timeZone'>,
): EndingQuote => quoteEnding(endableOf(parts, timeZone), ending, instantOf(clock()));

/** Of a trial: whether it counts as the one that the child may have in the class when it ends at a moment (TRI-05). */
const trialUse = (
  parts: LiveParts,
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

/** The record of a booking that ends at this moment. */
export const endedRecord = (
  parts: LiveParts,
  request: EndRequest,
  deps: Pick<TimedDeps, 'clock' | 'timeZone'>,
): StoredEndedBooking => {
  const { ending, withoutCredit, by, made_by, tell } = request;
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
      ...trialUse(parts, request, deps),
    },
  );
};

export type EndBookingOutcome =
  /** By this request, or where `isRepeated` by an earlier one. */
  | { readonly outcome: 'ended'; readonly record: StoredEndedBooking; readonly isRepeated: boolean }
  /** There is no such booking at this place. Nothing was stored. */
  | { readonly outcome: 'gone' }
  /** Contention on the slot, the ledger or the booking persisted. Nothing was stored. */
  | { readonly outcome: 'busy' };

/**
 * Ends a booking: booking, place, record and credit change in one transaction, with the extra writes. Ended again it
 * answers with the first record (END-01, END-13). One read and one transaction; both again where something changed
 * between them.
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
    const { live, record: earlier } = await readBookingOrRecord(table, booking);
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
