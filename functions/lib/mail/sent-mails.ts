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

/** What becomes of an email after SES has it, in the order in which it may become so. */
const deliveryStates = ['delivered', 'bounced', 'complained'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * A single email that SES took, under the hash of its address: the function that sent it and SES's report each write their part,
 * whichever comes first. It holds no address and no text.
 */
export const sentMailSchema = z.object({
  /** The id that SES gave it. */
  id: z.string(),
  /** What it is, such as "confirmation", and the subject of its lease. */
  kind: z.optional(z.string()),
  subject: z.optional(z.string()),
  sent_at: z.optional(instantSchema),
  state: z.optional(z.enum(deliveryStates)),
});
export type SentMail = z.infer<typeof sentMailSchema>;

const written = (id: string, now: Date) => ({
  [entityAttribute]: 'sent-mail',
  id,
  [tableSchema.timeToLiveAttribute]: toEpochSeconds(now) + sentMails.keptDays * 24 * 3_600,
});

/** Notes that SES took a single email. One write. */
export const noteSentMail = async (
  table: Table,
  { to, id, mail, now }: { to: string; id: string; mail: LeasedMail; now: Date },
): Promise<void> => {
  await updateItem(table, sentMailKey(to, id), {
    set: { ...written(id, now), kind: mail.kind, subject: mail.subjectId, sent_at: instantOf(now) },
  });
};

/** Notes what became of a single email. Repeated and late reports change nothing. */
export const noteDelivery = async (
  table: Table,
  { to, id, state, at }: { to: string; id: string; state: DeliveryState; at: Date },
): Promise<void> => {
  await updateItem(table, sentMailKey(to, id), {
    set: { ...written(id, at), state },
    if: { state: orAbsent(oneOf(deliveryStates.slice(0, deliveryStates.indexOf(state) + 1))) },
  });
};

/** The single emails to an address of the last days, the oldest first. One Query. */
export const listSentMails = async (table: Table, email: string): Promise<SentMail[]> => {
  const mails = await queryAs(table, itemParser(sentMailSchema), inPartition(sentMailsPartition(email)));
  return mails.toSorted((one, other) => (one.sent_at ?? '').localeCompare(other.sent_at ?? ''));
};

/** Deletes what is noted of emails to an address whose family is erased (EME-07). */
export const deleteSentMails = async (table: Table, email: string): Promise<void> => {
  for (const item of await queryAll(table, inPartition(sentMailsPartition(email))))
    await deleteItem(table, keyOfItem(item));
};
