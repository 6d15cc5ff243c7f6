import type { CancelledChange } from '#shared/domain/bookings/session-claim';
import { firstOverlap, timesIn } from '#shared/domain/sessions/overlaps';
import { bookedPart } from '#shared/domain/sessions/session-changes';
import { changesOf, type SlotIdentity, upcomingDates } from '#shared/domain/sessions/sessions';
import { businessMoment } from '#shared/domain/time/business-time';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate } from '#shared/schemas/values';
import { ContentionError } from '../../contention-error.ts';
import type { TimedDeps } from '../../timed-deps.ts';
import { listBookingsOfSlots, type StoredBooking } from '../bookings/bookings.ts';
import { cancellationMark, trialMove } from '../bookings/move-trial.ts';
import { sameCalendar, slotIn } from '../classes/change-sessions.ts';
import { getManagedClass } from '../classes/managed-classes.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { endedRecord, endingWrites } from '../endings/end-booking.ts';
import { readOtherBookings } from '../joins/family-sessions.ts';
import { versionRaise } from '../ledger/child-versions.ts';
import { getFamilyLedger } from '../ledger/family-ledger.ts';
import type { Table } from '../table.ts';
import { endedTrialUpdate, noteSettled, type StoredCancellation } from './cancellations.ts';
import { type CreditableSession, isCreditDue, settleCredit } from './credit-booking.ts';

interface Context {
  readonly cancellation: StoredCancellation;
  readonly cls: ManagedClass;
  readonly slot: TimeSlot;
  readonly deps: TimedDeps;
}

/** Sends the writes of one step. A step that was done before, or that is not due any more, is refused and left out. */
const take = async (table: Table, writes: readonly Write[]): Promise<void> => {
  const { outcome } = await sendTransaction(table, writes);
  if (outcome === 'busy') throw new ContentionError('Contention on a cancelled session persisted');
};

/**
 * A trial moves to the next session that is on and at whose time the child has no other one (BSK-04); where there is none it
 * ends with its amount credited (CAN-08).
 */
const settleTrial = async (booking: StoredBooking, context: Context): Promise<void> => {
  const { cancellation, cls, slot, deps } = context;
  const { table, clock, timeZone } = deps;
  const moment = businessMoment(clock(), timeZone);
  const ledger = await getFamilyLedger(table, booking.parent_id, { consistent: true });
  if (!ledger) throw new Error('The family of a booking has no ledger');
  const { parent_id, child_id, time_slot_id } = booking;
  const asked = { parent_id, child_ids: [child_id], slot_ids: [time_slot_id] };
  const others = await readOtherBookings(table, ledger, asked, moment.today);
  const to = upcomingDates(cls, slot, moment).find((date) => !firstOverlap(timesIn(slot, [date]), others));
  if (to) {
    const movedBy = cancellationMark(cancellation);
    // Another cancellation of the date that it moves to has another calendar, and finds the trial on its old date.
    const writes = [trialMove(table, booking, { to, movedBy }), sameCalendar(table, slot)];
    return take(table, [...writes, versionRaise(table, parent_id, child_id, ledger)]);
  }
  const record = endedRecord(
    // A trial has one session, in its slot.
    { booking, cls, slot, earlier_slots: [], ledger },
    { ending: { reason: 'trial-over' }, by: 'system', tell: false },
    deps,
  );
  const { id: booking_id, ended } = record;
  await take(table, [
    ...endingWrites(table, { booking, slot, record, ledger }),
    endedTrialUpdate(table, cancellation, { booking_id, parent_id, child_id, amount: ended.credit }),
  ]);
};

/** A full booking that has or had a session of a slot; undefined for every other one. */
export const creditableSession = (
  cls: ManagedClass,
  slot: SlotIdentity,
  booking: StoredBooking,
  date: CalendarDate,
): CreditableSession | undefined => {
  const part = booking.is_trial ? undefined : bookedPart(cls, slot, booking, date);
  return part && { cls, booking, part };
};

/**
 * Brings the credits of all bookings that have or had a session to what the calendar requires (`settleCredit`), whatever
 * was cancelled, replaced and brought back.
 * @param bookings of all slots of the class
 * @throws ContentionError where contention persisted
 */
export const settleCredits = async (
  { table, clock, timeZone }: TimedDeps,
  {
    cls,
    slot,
    date,
  }: { readonly cls: ManagedClass; readonly slot: SlotIdentity; readonly date: CalendarDate },
  bookings: readonly StoredBooking[],
): Promise<void> => {
  const moment = businessMoment(clock(), timeZone);
  for (const booking of bookings) {
    const session = creditableSession(cls, slot, booking, date);
    if (session) await settleCredit(table, session, moment);
  }
};

/**
 * The bookings in a session that was cancelled: those stored before the cancellation and not ended since (CAN-07). One that
 * has moved to another slot of the class since it had the session is among them (MOV-03).
 * @param bookings of all slots of the class
 */
export const bookingsInCancelled = (
  bookings: readonly StoredBooking[],
  cls: ManagedClass,
  { slot_id, date, calendar_version }: StoredCancellation,
): StoredBooking[] => {
  return bookings.filter((booking) => {
    const part = bookedPart(cls, { id: slot_id }, booking, date);
    if (!part) return false;
    // The version that a booking has is that of its present slot.
    const hasMoved = booking.earlier_slots?.[part.agreed] !== undefined;
    const booked = part.trial ?? booking;
    return hasMoved || booked.calendar_version < calendar_version;
  });
};

/** The session change of a cancellation; undefined where the session was brought back, or cancelled again. */
export const changeOf = (
  cls: ManagedClass,
  { slot_id, date, calendar_version }: StoredCancellation,
): CancelledChange | undefined => {
  const change = changesOf(cls, { id: slot_id }).get(date);
  return change?.state === 'cancelled' && change.calendar_version === calendar_version ? change : undefined;
};

/**
 * Moves the trials of a cancelled session, and gives credits where that is the remedy. Each step is one transaction keyed
 * by its cause: the whole may be interrupted anywhere and called again (CAN-06). A cancellation that was taken back has
 * nothing left to settle.
 * @throws ContentionError where contention persisted
 */
export const settleCancellation = async (
  cancellation: StoredCancellation,
  deps: TimedDeps,
): Promise<void> => {
  const { table } = deps;
  const cls = await getManagedClass(table, cancellation.class_id);
  const slot = cls && slotIn(cls, cancellation.slot_id);
  const change = cls && changeOf(cls, cancellation);
  if (cls && slot && change) {
    const { date } = cancellation;
    const read = () => listBookingsOfSlots(table, cls.time_slots);
    const inCancelled = async () => bookingsInCancelled(await read(), cls, cancellation);
    await settleCredits(deps, { cls, slot, date }, await read());
    for (const booking of await inCancelled())
      if (booking.is_trial) await settleTrial(booking, { cancellation, cls, slot, deps });
    const isLeft = (booking: StoredBooking): boolean => {
      const session = creditableSession(cls, slot, booking, date);
      return booking.is_trial || (session !== undefined && isCreditDue(session));
    };
    // A step was refused because the calendar or the credits of the booking changed since they were read.
    if ((await inCancelled()).some(isLeft))
      throw new ContentionError('The calendar or the credits changed meanwhile');
  }
  await noteSettled(table, cancellation);
};
