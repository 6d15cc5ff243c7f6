import { followSession } from '#shared/domain/sessions/booked-sessions';
import { removableMakeUps, restoreSession } from '#shared/domain/sessions/session-changes';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { MessageId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate } from '#shared/schemas/values';
import { listBookingsOfSlots } from '../bookings/bookings.ts';
import { calendarRaise, sessionChangesUpdate } from '../classes/change-sessions.ts';
import { sendTransaction, type TransactionOutcome } from '../dynamo/send-transaction.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';
import { restoredUpdate, type StoredCancellation } from './cancellations.ts';

/** What goes when a session is brought back (CAN-11). */
export interface RemovedMakeUps {
  readonly all: readonly CalendarDate[];
  /** The one of them that was on; null where none was. */
  readonly present: CalendarDate | null;
}

/** The make-up dates that go when a session is brought back. One consistent Query for each slot of the class. */
export const readRemovableMakeUps = async (
  table: Table,
  cls: ManagedClass,
  slot: TimeSlot,
  date: CalendarDate,
  moment: BusinessMoment,
): Promise<RemovedMakeUps> => {
  const chain = followSession(cls, slot, date);
  if (chain.length < 2) return { all: [], present: null };
  const all = removableMakeUps(cls, slot, date, await listBookingsOfSlots(table, cls.time_slots), moment);
  const last = chain.at(-1);
  return { all, present: last?.state === 'on' && all.includes(last.date) ? last.date : null };
};

interface Restoration {
  readonly cls: ManagedClass;
  readonly slot: TimeSlot;
  readonly cancellation: StoredCancellation;
  readonly removed: RemovedMakeUps;
  readonly messageId: MessageId;
}

/**
 * Brings a session back with the extra writes, all or nothing. Refused where the class, the slot's calendar or its places
 * changed since they were read: a booking made meanwhile may cover the make-up date.
 */
export const restoreInClass = (
  table: Table,
  { cls, slot, cancellation, removed, messageId }: Restoration,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> =>
  sendTransaction(table, [
    sessionChangesUpdate(table, cls, restoreSession(cls, slot, cancellation.date, { removed: removed.all })),
    calendarRaise(table, { slot, samePlaces: removed.all.length > 0 }),
    restoredUpdate(table, cancellation, messageId),
    ...extraWrites,
  ]);
