import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import type { MessageId } from '#shared/schemas/ids';
import { messageEntity, messageFromItem } from '../data/messages/messages.ts';
import { wakeEntity, wokenMessages } from '../data/messages/wake.ts';
import { readNewItem } from '../data/stream.ts';
import type { MessengerDeps } from './deps.ts';
import { sendMessages } from './send-messages.ts';

const messagesOf = (record: DynamoDBRecord): readonly MessageId[] => {
  const { entity, item } = readNewItem(record) ?? {};
  if (!item) return [];
  if (entity === messageEntity) return [messageFromItem(item).id];
  return entity === wakeEntity ? wokenMessages(item) : [];
};

/**
 * Sends the messages that a batch of stream records names.
 * @throws what `sendMessages` throws: Lambda delivers the batch again, and parks it in the end
 */
export const handleRecords = async (
  records: readonly DynamoDBRecord[],
  deps: MessengerDeps,
): Promise<DynamoDBBatchResponse> => {
  const ids = [...new Set(records.flatMap(messagesOf))];
  if (ids.length > 0) await sendMessages(ids, deps);
  return { batchItemFailures: [] };
};
