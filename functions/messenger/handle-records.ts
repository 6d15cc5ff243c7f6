import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import type { MessageId } from '#shared/schemas/ids';
import { isSlotItem, type StoredSlot, storedSlotFromItem } from '../data/classes/classes.ts';
import { messageEntity, messageFromItem } from '../data/messages/messages.ts';
import { wakeEntity, wokenMessages } from '../data/messages/wake.ts';
import { readChangedItem, readNewItem } from '../data/stream.ts';
import type { MessengerDeps } from './deps.ts';
import { sendMessages } from './send-messages.ts';
import { settleLists } from './settle-lists.ts';

const messagesOf = (record: DynamoDBRecord): readonly MessageId[] => {
  const { entity, item } = readNewItem(record) ?? {};
  if (!item) return [];
  if (entity === messageEntity) return [messageFromItem(item).id];
  return entity === wakeEntity ? wokenMessages(item) : [];
};

/** The slots that a batch of records names, each once. */
const slotsOf = (records: readonly DynamoDBRecord[]): StoredSlot[] => {
  const slots = records.flatMap((record) => {
    const { item } = readChangedItem(record) ?? {};
    return item && isSlotItem(item) ? [storedSlotFromItem(item)] : [];
  });
  return [...new Map(slots.map((slot) => [slot.id, slot])).values()];
};

/**
 * Asks the waiting lists that a batch of stream records names, then sends the messages that it names: a message to many
 * families takes longer.
 * @throws what `sendMessages` throws: Lambda delivers the batch again, and parks it in the end
 */
export const handleRecords = async (
  records: readonly DynamoDBRecord[],
  deps: MessengerDeps,
): Promise<DynamoDBBatchResponse> => {
  await settleLists(slotsOf(records), deps);
  const ids = [...new Set(records.flatMap(messagesOf))];
  if (ids.length > 0) await sendMessages(ids, deps);
  return { batchItemFailures: [] };
};
