import { bookedPart, withoutCancellation } from '#shared/domain/sessions/session-changes';
import { changesOf, nextUpcomingDate } from '#shared/domain/sessions/sessions';
import { businessMoment } from '#shared/domain/time/business-time';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { SessionChange } from '#shared/schemas/session';
import type { TimeSlot } from '#shared/schemas/slot';
import { ContentionError } from '../../contention-error.ts';
import type { TimedDeps } from '../../timed-deps.ts';
import { listBookingsOfSlots, type StoredBooking } from '../bookings/bookings.ts';
import { cancellationMark, trialMove } from '../bookings/move-trial.ts';
import { sameCalendar, slotIn } from '../classes/change-sessions.ts';
import { getManagedClass } from '../classes/managed-classes.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { endedRecord, endingWrites } from '../endings/end-booking.ts';
import { getFamilyLedger } from '../ledger/family-ledger.ts';
import type { Table } from '../table.ts';
import { endedTrialUpdate, noteSettled, type StoredCancellation } from './cancellations.ts';
import { type CreditedSession, creditBooking, creditOf } from './credit-booking.ts';
import { takeBackEarlier } from './take-back-credits.ts';

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

const creditedSession = ({ cls, slot, cancellation, deps }: Context): CreditedSession => ({
  ...{ cls, slot, date: cancellation.date, calendar_version: cancellation.calendar_version, madeBy: null },
  moment: businessMoment(deps.clock(), deps.timeZone),
});

/** A trial moves to the next session that is on; where there is none it ends with its amount credited (CAN-08). */
const settleTrial = async (booking: StoredBooking, context: Context): Promise<void> => {
  const { cancellation, cls, slot, deps } = context;
  const { table, clock, timeZone } = deps;
  const moment = businessMoment(clock(), timeZone);
  const to = nextUpcomingDate(cls, slot, moment);
  if (to) {
    const movedBy = cancellationMark(cancellation);
    // Another cancellation of the date that it moves to has another calendar, and finds the trial on its old date.
    return take(table, [trialMove(table, booking, { to, movedBy }), sameCalendar(table, slot)]);
  }
  const ledger = await getFamilyLedger(table, booking.parent_id);
  if (!ledger) throw new Error('The family of a booking has no ledger');
  const record = endedRecord(
    { booking, cls, slot, ledger },
    { ending: { reason: 'trial-over' }, by: 'system', tell: false },
    deps,
  );
  const { id: booking_id, parent_id, child_id, ended } = record;
  await take(table, [
    ...endingWrites(table, { booking, slot, record, ledger }),
    endedTrialUpdate(table, cancellation, { booking_id, parent_id, child_id, amount: ended.credit }),
  ]);
};

/** A full booking is credited the value of the session (CAN-09). */
const settleFull = async (booking: StoredBooking, context: Context): Promise<void> => {
  const credit = creditOf(booking, creditedSession(context));
  if (!credit) return;
  if ((await creditBooking(context.deps.table, booking, credit)) === 'busy')
    throw new ContentionError('Contention on a credit persisted');
};

/** Whether a booking is still to be credited. */
const isUncredited = (booking: StoredBooking, context: Context): boolean => {
  const credit = creditOf(booking, creditedSession(context));
  return credit !== undefined && !booking.credited_dates.has(credit.cause.date);
};

/** Ends the credits of earlier cancellations of the session, which was brought back and cancelled again. */
const settleEarlier = (bookings: readonly StoredBooking[], context: Context): Promise<void> => {
  const { cancellation, cls, slot, deps } = context;
  const calendar = withoutCancellation(cls, slot, cancellation.date);
  const { moment } = creditedSession(context);
  return takeBackEarlier(deps.table, cancellation, { cls: calendar, bookings }, moment);
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
  const slot = { id: slot_id };
  const before = withoutCancellation(cls, slot, date);
  return bookings.filter((booking) => {
    const part = bookedPart(before, slot, booking, date);
    if (!part) return false;
    // The version that a booking has is that of its present slot.
    const hasMoved = booking.earlier_slots?.[part.agreed] !== undefined;
    const booked = part.trial ?? booking;
    return hasMoved || booked.calendar_version < calendar_version;
  });
};

export type CancelledChange = Extract<SessionChange, { state: 'cancelled' }>;

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
    const read = async () =>
      bookingsInCancelled(await listBookingsOfSlots(table, cls.time_slots), cls, cancellation);
    const context = { cancellation, cls, slot, deps };
    const isCredited = change.remedy.kind === 'credit';
    if (isCredited) await settleEarlier(await read(), context);
    for (const booking of await read()) {
      if (booking.is_trial) await settleTrial(booking, context);
      else if (isCredited) await settleFull(booking, context);
    }
    // A step was refused because the calendar or the credits of the booking changed since they were read.
    if ((await read()).some((booking) => booking.is_trial || (isCredited && isUncredited(booking, context))))
      throw new ContentionError('The calendar or the credits changed meanwhile');
  }
  await noteSettled(table, cancellation);
};
