import * as z from 'zod/mini';
import { instantOf, instantSchema } from '#shared/lib/values';
import { sentMails } from '../../limits.ts';
import { oneOf, orAbsent } from '../dynamo/expressions.ts';
import { entityAttribute, itemParser, keyOfItem, tableSchema, toEpochSeconds } from '../dynamo/items.ts';
import { sentMailKey, sentMailsPartition } from '../dynamo/keys-of-people.ts';
import { inPartition, queryAll, queryAs } from '../dynamo/reads.ts';
import { deleteItem, updateItem } from '../dynamo/writes.ts';
import type { Table } from '../table.ts';
import type { LeasedMail } from './outcomes.ts';

/** Ascending. */
const deliveryStates = ['delivered', 'bounced', 'complained'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Under the address's hash, without address and text. Sender and SES's report write their parts in any order. */
export const sentMailSchema = z.object({
  id: z.string(),
  /** For example "confirmation", and its lease's subject. */
  kind: z.optional(z.string()),
  subject: z.optional(z.string()),
  sent_at: z.optional(instantSchema),
  state: z.optional(z.enum(deliveryStates)),
});
export type SentMail = z.infer<typeof sentMailSchema>;

const written = (id: string, now: Date) => ({
  [entityAttribute]: 'sent-mail',
  id,
  [tableSchema.timeToLiveAttribute]: toEpochSeconds(now) + sentMails.retainedDays * 24 * 3_600,
});

/** One write. */
export const noteSentMail = async (
  table: Table,
  { to, id, mail, now }: { to: string; id: string; mail: LeasedMail; now: Date },
): Promise<void> => {
  await updateItem(table, sentMailKey(to, id), {
    set: { ...written(id, now), kind: mail.kind, subject: mail.subjectId, sent_at: instantOf(now) },
  });
};

/** Repeated and late reports change nothing. */
export const noteDelivery = async (
  table: Table,
  { to, id, state, at }: { to: string; id: string; state: DeliveryState; at: Date },
): Promise<void> => {
  await updateItem(table, sentMailKey(to, id), {
    set: { ...written(id, at), state },
    if: { state: orAbsent(oneOf(deliveryStates.slice(0, deliveryStates.indexOf(state) + 1))) },
  });
};

/** The last days, the oldest first. One Query. */
export const listSentMails = async (table: Table, email: string): Promise<SentMail[]> => {
  const mails = await queryAs(table, itemParser(sentMailSchema), inPartition(sentMailsPartition(email)));
  return mails.toSorted((one, other) => (one.sent_at ?? '').localeCompare(other.sent_at ?? ''));
};

export const deleteSentMails = async (table: Table, email: string): Promise<void> => {
  for (const item of await queryAll(table, inPartition(sentMailsPartition(email))))
    await deleteItem(table, keyOfItem(item));
};
