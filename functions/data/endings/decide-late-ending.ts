import { leftOfCharge } from '#shared/domain/bookings/endings';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { UserId } from '#shared/schemas/ids';
import { centsSchema } from '#shared/schemas/values';
import { endedBookingRef, type StoredEndedBooking } from '../bookings/ended-bookings.ts';
import { sendTransaction, type TransactionOutcome } from '../dynamo/send-transaction.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import { entryWrites } from '../ledger/entries.ts';
import type { Table } from '../table.ts';
import { lateEndingDelete } from './late-endings.ts';

/** A decision of an administrator about a late cancellation. */
export interface LateDecision {
  readonly record: StoredEndedBooking;
  /** Whether the suggested amount is credited, as far as it is left of the charge. */
  readonly credit: boolean;
  readonly moment: BusinessMoment;
  readonly madeBy: UserId;
}

/**
 * Takes a late cancellation off the list, and credits it where so decided, with the extra writes in one transaction. The
 * credit never exceeds what is left of the charge (PAY-14).
 * @returns `refused` where it was decided before
 */
export const decideLateEnding = async (
  table: Table,
  { record, credit, moment, madeBy }: LateDecision,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome['outcome']> => {
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
  const { outcome } = await sendTransaction(table, [
    {
      Update: {
        TableName: table.name,
        Key: endedBookingRef(parent_id, id).key,
        ConditionExpression: 'credited <= :most',
        UpdateExpression: 'SET late_credit = :amount ADD credited :amount',
        ExpressionAttributeValues: { ':amount': amount, ':most': record.amount - amount },
      },
    },
    lateEndingDelete(table, id),
    ...(amount > 0 ? entryWrites(table, parent_id, entry, record) : []),
    ...extraWrites,
  ]);
  return outcome;
};
