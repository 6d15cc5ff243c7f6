import { agreedDates } from '#shared/domain/sessions/booked-sessions';
import { restoreSession } from '#shared/domain/sessions/session-changes';
import { changesOf, hasBegun } from '#shared/domain/sessions/sessions';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { MessageId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate } from '#shared/schemas/values';
import { listBookingsOfSlot } from '../bookings/bookings.ts';
import { calendarRaise, sessionChangesUpdate } from '../classes/change-sessions.ts';
import { sendTransaction, type TransactionOutcome } from '../dynamo/send-transaction.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';
import { restoredUpdate, type StoredCancellation } from './cancellations.ts';

/**
 * The make-up date that goes when a session is brought back: null where there is none, it has begun or was cancelled
 * itself, or a booking made since covers it (CAN-11). One consistent Query.
 */
export const removableMakeUp = async (
  table: Table,
  cls: ManagedClass,
  slot: TimeSlot,
  date: CalendarDate,
  moment: BusinessMoment,
): Promise<CalendarDate | null> => {
  const changes = changesOf(cls, slot);
  const change = changes.get(date);
  if (change?.state !== 'cancelled' || change.remedy.kind !== 'make-up') return null;
  const { date: makeUp } = change.remedy;
  if (changes.get(makeUp)?.state !== 'on' || hasBegun(makeUp, slot, moment)) return null;
  const bookings = await listBookingsOfSlot(table, slot.id, { consistent: true });
  return bookings.some((booking) => agreedDates(booking).includes(makeUp)) ? null : makeUp;
};

interface Restoration {
  readonly cls: ManagedClass;
  readonly slot: TimeSlot;
  readonly cancellation: StoredCancellation;
  readonly removedMakeUp: CalendarDate | null;
  readonly messageId: MessageId;
}

/**
 * Brings a session back with the extra writes, all or nothing. Refused where the class, the slot's calendar or its places
 * changed since they were read: a booking made meanwhile may cover the make-up date.
 */
export const restoreInClass = (
  table: Table,
  { cls, slot, cancellation, removedMakeUp, messageId }: Restoration,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> =>
  sendTransaction(table, [
    sessionChangesUpdate(table, cls, restoreSession(cls, slot, cancellation.date, { removedMakeUp })),
    calendarRaise(table, { slot, samePlaces: removedMakeUp !== null }),
    restoredUpdate(table, cancellation, messageId),
    ...extraWrites,
  ]);
