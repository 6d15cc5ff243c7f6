import { cancelSession } from '#shared/domain/sessions/session-changes';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { MessageId } from '#shared/schemas/ids';
import type { CancellationReason, Remedy } from '#shared/schemas/session';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate, Instant } from '#shared/schemas/values';
import { calendarRaise, sessionChangesUpdate } from '../classes/change-sessions.ts';
import { sendTransaction, type TransactionOutcome } from '../dynamo/send-transaction.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';
import { cancellationPut } from './cancellations.ts';

/** The sessions of one class on one day that are cancelled together. */
interface ClassCancellation {
  readonly cls: ManagedClass;
  /** Slots with a session on the date that is on. */
  readonly slots: readonly TimeSlot[];
  readonly date: CalendarDate;
  readonly reason: CancellationReason;
  readonly remedy: Remedy;
  readonly messageId: MessageId;
  readonly at: Instant;
}

/**
 * Cancels sessions of a class with the extra writes, all or nothing (CAN-06). Refused where the class or the calendar of a
 * slot was changed since it was read. A booking made at the same moment comes before, and is among those who are told, or
 * after, and has another calendar.
 */
export const cancelInClass = (
  table: Table,
  { cls, slots, date, reason, remedy, messageId, at }: ClassCancellation,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> => {
  const session_changes = slots.reduce<ManagedClass['session_changes']>(
    (changes, slot) =>
      cancelSession(
        { ...cls, session_changes: changes },
        { slot_id: slot.id, date, reason, remedy, calendar_version: slot.calendar_version + 1 },
      ),
    cls.session_changes,
  );
  return sendTransaction(table, [
    ...extraWrites,
    sessionChangesUpdate(table, cls, session_changes),
    ...slots.map((slot) => calendarRaise(table, { slot })),
    ...slots.map((slot) =>
      cancellationPut(table, {
        class_id: cls.id,
        slot_id: slot.id,
        date,
        calendar_version: slot.calendar_version + 1,
        message_id: messageId,
        cancelled_at: at,
        is_settled: false,
        ended_trials: [],
      }),
    ),
  ]);
};
