import * as z from 'zod/mini';
import { instantOf } from '#shared/domain/time/instant-of';
import { classIdSchema, type MessageId, messageIdSchema, userIdSchema } from '#shared/schemas/ids';
import type { MessageOf } from '#shared/schemas/message';
import { type Instant, instantSchema } from '#shared/schemas/values';
import type { Item } from '../dynamo/item-ref.ts';
import { dueIndexKeys } from '../dynamo/keys/due-work.ts';
import { renewalReminderKey } from '../dynamo/keys/waiting.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import type { Table } from '../table.ts';
import { messageIdOf } from './message-id.ts';
import { messagePut } from './messages.ts';

/** The value of the entity attribute on such an item. */
export const renewalReminderEntity = 'renewal-reminder';

/** That the families of a publication are reminded on a day after it (TRM-04). */
const renewalReminderSchema = z.object({
  publication: messageIdSchema,
  /** Days after the publication. */
  day: z.int(),
  class_ids: z.array(classIdSchema),
  made_by: userIdSchema,
  /** From then on it is of no use: the next reminder is due, or the deadline has passed (TRM-11). */
  useful_until: instantSchema,
});
type RenewalReminder = z.infer<typeof renewalReminderSchema>;

/** The write of a reminder that is due at a time, for the transaction of its cause. */
export const renewalReminderPut = (table: Table, reminder: RenewalReminder, at: Instant): Write => ({
  Put: {
    TableName: table.name,
    Item: {
      ...renewalReminderKey(reminder.publication, reminder.day),
      ...dueIndexKeys(at, `${reminder.publication}#${reminder.day}`),
      [entityAttribute]: renewalReminderEntity,
      ...renewalReminderSchema.parse(reminder),
    },
  },
});

/** Stores the message of a reminder that is due, once: its item goes with it. One that is of no use any more is deleted alone. */
export const sendRenewalReminder = async (
  table: Table,
  item: Item,
  now: Date,
): Promise<{ readonly id: MessageId; readonly outcome: 'done' | 'refused' | 'busy' }> => {
  const { publication, day, class_ids, made_by, useful_until } = renewalReminderSchema.parse(item);
  const id = messageIdOf('renewal-reminder', publication, String(day));
  const message: MessageOf<'renewal-reminder'> = {
    ...{ id, created_at: instantOf(now), made_by, kind: 'renewal-reminder' },
    audience: { kind: 'term', class_ids },
    facts: { publication },
  };
  const { outcome } = await sendTransaction(table, [
    ...(now < new Date(useful_until) ? [messagePut(table, message)] : []),
    { Delete: { TableName: table.name, Key: renewalReminderKey(publication, day) } },
  ]);
  return { id, outcome };
};
