import { chooseRemedy } from '#shared/domain/sessions/session-changes';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { ChosenRemedy } from '#shared/schemas/session';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate } from '#shared/schemas/values';
import { calendarRaise, sessionChangesUpdate } from '../classes/change-sessions.ts';
import { sendTransaction, type TransactionOutcome } from '../dynamo/send-transaction.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';

interface Choice {
  readonly cls: ManagedClass;
  readonly slot: TimeSlot;
  readonly date: CalendarDate;
  readonly remedy: ChosenRemedy;
}

/**
 * Stores the remedy of a cancelled session with the extra writes, all or nothing (CAN-03). Refused where the class or, for
 * a make-up date, the slot's calendar was changed since it was read.
 */
export const chooseInClass = (
  table: Table,
  { cls, slot, date, remedy }: Choice,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> =>
  sendTransaction(table, [
    sessionChangesUpdate(table, cls, chooseRemedy(cls, slot, date, remedy)),
    // A credit changes no date.
    ...(remedy.kind === 'make-up' ? [calendarRaise(table, { slot })] : []),
    ...extraWrites,
  ]);
