import { instantOf } from '#shared/domain/time/instant-of';
import type { MessageId, RecipientId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import { indexedBy } from '../dynamo/index-keys.ts';
import { dueIndexKeys } from '../dynamo/keys/due-work.ts';
import { messageKey } from '../dynamo/keys/messages.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';
import { messageResumeAt } from './messages.ts';
import { requeueUpdate } from './recipients.ts';
import { wakePut } from './wake.ts';

/** The write after which a message is sent again, also while a run ends it. Refused where it does not exist. */
const reopen = (table: Table, id: MessageId, now: Date): Write => {
  const due = indexedBy(dueIndexKeys(messageResumeAt(now), id));
  return {
    Update: {
      TableName: table.name,
      Key: messageKey(id),
      ConditionExpression: 'attribute_exists(PK)',
      UpdateExpression: `SET #state = :sending, resent = if_not_exists(resent, :none) + :one, resent_at = :now, ${due.sets}`,
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: {
        ':sending': 'sending',
        ':none': 0,
        ':one': 1,
        ':now': instantOf(now),
        ...due.values,
      },
    },
  };
};

/** What became of a request to send again; the number of recipients who are queued by it. */
export type SendAgainOutcome = { readonly queued: number } | 'no-message' | 'busy';

/**
 * Queues recipients again who were held back or whose outcome is unknown, and starts the messenger, all or nothing. Others
 * stay as they are: a repeated request queues no recipient.
 */
export const sendAgain = async (
  table: Table,
  { id, recipients, now, at }: { id: MessageId; recipients: readonly RecipientId[]; now: Date; at: Instant },
  extraWrites: ExtraWrites,
): Promise<SendAgainOutcome> => {
  const fixed = [reopen(table, id, now), wakePut(table, [id], now), ...extraWrites];
  for (let left = recipients; left.length > 0; ) {
    const result = await sendTransaction(table, [
      ...fixed,
      ...left.map((recipient) => requeueUpdate(table, { messageId: id, at }, recipient)),
    ]);
    if (result.outcome === 'busy') return 'busy';
    if (result.outcome === 'done') return { queued: left.length };
    if (result.refusals[0]) return 'no-message';
    left = left.filter((_, index) => !result.refusals[fixed.length + index]);
  }
  return { queued: 0 };
};
