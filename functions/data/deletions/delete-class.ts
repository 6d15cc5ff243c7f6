import { endsWithoutCredit } from '#shared/domain/sessions/sessions';
import { businessMoment } from '#shared/domain/time/business-time';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { UserId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import { ContentionError } from '../../contention-error.ts';
import type { TimedDeps } from '../../timed-deps.ts';
import { listBookingsOfSlot } from '../bookings/bookings.ts';
import { deleteCancellations } from '../cancellations/cancellations.ts';
import { plannedDeletes } from '../classes/drafts.ts';
import { classKey, slotKey } from '../dynamo/keys/classes.ts';
import { sendTransaction, type TransactionOutcome } from '../dynamo/send-transaction.ts';
import { creditTrialSession } from '../endings/credit-trial-session.ts';
import { endBooking } from '../endings/end-booking.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';
import { closeList } from '../waiting/close-list.ts';

/**
 * The first step of a deletion: from then on nobody can book, change or see the class. It is refused where the class
 * was changed since it was read: a slot added since would stay open.
 */
export const beginClassDeletion = (
  table: Table,
  { id, version, time_slots, planned_from }: ManagedClass,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> =>
  sendTransaction(table, [
    {
      Update: {
        TableName: table.name,
        Key: classKey(id),
        ConditionExpression: '#version = :version AND attribute_not_exists(deleting)',
        UpdateExpression: 'SET deleting = :true, #version = :next',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':version': version, ':next': version + 1, ':true': true },
      },
    },
    ...time_slots.map((slot) => ({
      Update: {
        TableName: table.name,
        Key: slotKey(id, slot.id),
        ConditionExpression: 'attribute_exists(PK)',
        UpdateExpression: 'SET closed = :true',
        ExpressionAttributeValues: { ':true': true },
      },
    })),
    ...plannedDeletes(table, { planned_from }),
    ...extraWrites,
  ]);

/**
 * Ends the bookings of a closed slot. No booking is added after the slot was closed.
 * @throws ContentionError where contention persisted
 */
const endRoster = async (
  deps: TimedDeps,
  cls: ManagedClass,
  slot: TimeSlot,
  madeBy: UserId | null,
): Promise<void> => {
  // A class that is over is deleted without credits (END-10).
  const withoutCredit = endsWithoutCredit(cls, businessMoment(deps.clock(), deps.timeZone));
  const bookings = await listBookingsOfSlot(deps.table, slot.id, { consistent: true });
  // One after the other: all of them write the slot.
  for (const booking of bookings) {
    const parts = { booking, cls, slot, earlier_slots: cls.time_slots };
    if (!withoutCredit) await creditTrialSession(deps, parts, madeBy);
    const { outcome } = await endBooking(deps, booking, {
      ending: { reason: 'class-deleted' },
      ...{ withoutCredit, by: 'admin', made_by: madeBy ?? undefined, tell: false },
    });
    if (outcome === 'busy') throw new ContentionError('Contention on a slot that is being deleted persisted');
  }
};

/**
 * All further steps of a deletion: waiting lists are closed, bookings end, cancellations are deleted, then slots and
 * class. The class is deleted last, so that an interrupted deletion can be found and run again.
 * @param madeBy the administrator who deletes the class, as far as known
 * @throws ContentionError where contention persisted
 */
export const finishClassDeletion = async (
  deps: TimedDeps,
  cls: ManagedClass,
  madeBy: UserId | null,
): Promise<void> => {
  const { table } = deps;
  for (const slot of cls.time_slots) {
    if (slot.waiting !== undefined) await closeList(table, { cls, slot }, deps.clock());
    await endRoster(deps, cls, slot, madeBy);
  }
  await deleteCancellations(table, cls.id);
  const keys = [...cls.time_slots.map((slot) => slotKey(cls.id, slot.id)), classKey(cls.id)];
  const { outcome } = await sendTransaction(
    table,
    keys.map((Key) => ({ Delete: { TableName: table.name, Key } })),
  );
  if (outcome !== 'done') throw new ContentionError('Contention on a class that is being deleted persisted');
};
