import * as z from 'zod/mini';
import { dayMs } from '#shared/lib/durations';
import { type MessageId, messageIdSchema } from '#shared/lib/ids';
import { type Instant, instantSchema } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { entityAttribute, itemParser, tableSchema, toEpochSeconds } from '../lib/dynamo/items.ts';
import { unsentMessageKey, unsentMessagesPrefix } from '../lib/dynamo/keys-of-people.ts';
import { inPartition, queryAs } from '../lib/dynamo/reads.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import type { Table } from '../lib/table.ts';

/** Lists messages with unsent emails for the office, without a search (OPS-01, OPS-02). */
export const unsentMessageSchema = z.object({
  message_id: messageIdSchema,
  /** Recipients that wait until SES takes emails again. */
  waiting: z._default(z.int(), 0),
  /** When an email was last given up that nobody has settled. */
  given_up_at: z.optional(instantSchema),
});
type UnsentMessage = z.infer<typeof unsentMessageSchema>;

const note = (
  id: MessageId,
  change: { readonly waiting: number } | { readonly given_up_at: Instant },
  at: Instant,
) => ({
  set: {
    [entityAttribute]: 'unsent-message',
    message_id: id,
    ...change,
    [tableSchema.timeToLiveAttribute]: toEpochSeconds(
      new Date(Date.parse(at) + limits.messageLogDays * dayMs),
    ),
  },
});

export const noteWaiting = async (
  table: Table,
  { id, waiting, at }: { id: MessageId; waiting: number; at: Instant },
): Promise<void> => {
  await updateItem(table, unsentMessageKey(id), note(id, { waiting }, at));
};

export const noteGivenUp = async (table: Table, id: MessageId, at: Instant): Promise<void> => {
  await updateItem(table, unsentMessageKey(id), note(id, { given_up_at: at }, at));
};

/** Nobody is left to decide about, unless an email was given up since. */
export const settleGivenUp = async (
  table: Table,
  { message_id, given_up_at }: UnsentMessage,
): Promise<void> => {
  await updateItem(table, unsentMessageKey(message_id), { remove: ['given_up_at'], if: { given_up_at } });
};

export const listUnsentMessages = (table: Table): Promise<UnsentMessage[]> => {
  const { PK, SK } = unsentMessagesPrefix;
  return queryAs(table, itemParser(unsentMessageSchema), {
    ...inPartition({ PK }, { beginning: SK }),
    ConsistentRead: true,
  });
};
