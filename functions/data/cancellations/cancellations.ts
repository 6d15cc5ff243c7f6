import * as z from 'zod/mini';
import type { SessionKey } from '#shared/schemas/cancellation';
import {
  bookingIdSchema,
  type ClassId,
  childIdSchema,
  classIdSchema,
  messageIdSchema,
  slotIdSchema,
  userIdSchema,
} from '#shared/schemas/ids';
import { calendarDateSchema, centsSchema, instantSchema } from '#shared/schemas/values';
import { batchDelete } from '../dynamo/batch-write.ts';
import type { Item } from '../dynamo/item-ref.ts';
import { cancellationKey, cancellationsPartition } from '../dynamo/keys/classes.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import { updateItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';

/** A trial that ended because no session is left to move it to (CAN-08). Its booking is gone: the email needs these. */
const endedTrialSchema = z.object({
  booking_id: bookingIdSchema,
  parent_id: userIdSchema,
  child_id: childIdSchema,
  /** What was credited. */
  amount: centsSchema,
});
export type EndedTrial = z.infer<typeof endedTrialSchema>;

/** A cancellation of a session: what its steps need, and how far they are. */
const cancellationSchema = z.object({
  class_id: classIdSchema,
  slot_id: slotIdSchema,
  date: calendarDateSchema,
  /** The slot's, as the cancellation left it: what was booked with a lower one was booked before. */
  calendar_version: z.int(),
  message_id: messageIdSchema,
  cancelled_at: instantSchema,
  /** Whether credits are given and trials are moved. */
  is_settled: z._default(z.boolean(), false),
  ended_trials: z._default(z.array(endedTrialSchema), []),
  /** The message that told the families that it is on again. */
  restored_by: z.optional(messageIdSchema),
});
export type StoredCancellation = z.infer<typeof cancellationSchema>;

const keyOf = (cancellation: StoredCancellation) =>
  cancellationKey(cancellation, cancellation.calendar_version);

/** The write of a new cancellation. */
export const cancellationPut = (table: Table, cancellation: StoredCancellation): Write => ({
  Put: {
    TableName: table.name,
    Item: { ...keyOf(cancellation), [entityAttribute]: 'cancellation', ...cancellation },
    ConditionExpression: 'attribute_not_exists(PK)',
  },
});

const fromItem = (item: Item): StoredCancellation => cancellationSchema.parse(item);

/** All cancellations of a session, in no order. One consistent Query. */
export const listCancellations = async (
  table: Table,
  { class_id, slot_id, date }: SessionKey,
): Promise<StoredCancellation[]> => {
  const items = await queryAll(table, {
    ...inPartition(cancellationsPartition(class_id), { beginning: `${slot_id}#${date}#` }),
    ConsistentRead: true,
  });
  return items.map(fromItem);
};

/** Deletes the cancellations of a class that is being deleted. */
export const deleteCancellations = async (table: Table, classId: ClassId): Promise<void> =>
  batchDelete(
    table,
    await queryAll(table, {
      ...inPartition(cancellationsPartition(classId)),
      ProjectionExpression: 'PK, SK',
      ConsistentRead: true,
    }),
  );

/** Notes that all steps of a cancellation are done. Idempotent. */
export const noteSettled = async (table: Table, cancellation: StoredCancellation): Promise<void> => {
  await updateItem(table, {
    TableName: table.name,
    Key: keyOf(cancellation),
    UpdateExpression: 'SET is_settled = :true',
    ExpressionAttributeValues: { ':true': true },
  });
};

/** The write that notes a trial which ends. */
export const endedTrialUpdate = (
  table: Table,
  cancellation: StoredCancellation,
  trial: EndedTrial,
): Write => ({
  Update: {
    TableName: table.name,
    Key: keyOf(cancellation),
    UpdateExpression: 'SET ended_trials = list_append(if_not_exists(ended_trials, :none), :trial)',
    ExpressionAttributeValues: { ':none': [], ':trial': [endedTrialSchema.parse(trial)] },
  },
});

/** A check that a session was not brought back since a cancellation. */
export const cancellationInForce = (
  table: Table,
  { calendar_version, ...session }: SessionKey & Pick<StoredCancellation, 'calendar_version'>,
): Write => ({
  ConditionCheck: {
    TableName: table.name,
    Key: cancellationKey(session, calendar_version),
    ConditionExpression: 'attribute_not_exists(restored_by)',
  },
});

/** The write that notes that the session is on again; refused where it was brought back before. */
export const restoredUpdate = (
  table: Table,
  cancellation: StoredCancellation,
  messageId: StoredCancellation['message_id'],
): Write => ({
  Update: {
    TableName: table.name,
    Key: keyOf(cancellation),
    ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(restored_by)',
    UpdateExpression: 'SET restored_by = :message',
    ExpressionAttributeValues: { ':message': messageId },
  },
});
