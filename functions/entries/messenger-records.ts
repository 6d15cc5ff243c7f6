import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { type FamilyId, familyIdSchema, type MessageId } from '#shared/lib/ids';
import { parseTolerantly } from '#shared/lib/tolerant';
import { familyEntity } from '../accounts/stored-families.ts';
import { noteSameFamilies } from '../across/same-families.ts';
import { isSlotItem, type StoredSlot, storedSlotSchema } from '../classes/classes.ts';
import { isChildItem } from '../families/children.ts';
import type { MessengerDeps, TimedDeps } from '../lib/deps.ts';
import { log } from '../lib/log.ts';
import { readChangedItem, readNewItem } from '../lib/stream.ts';
import { messageEntity, messageFromItem, wakeEntity, wokenMessages } from '../messages/messages.ts';
import { sendMessages } from '../messages/messenger.ts';
import { settleList } from '../waiting/ask-list.ts';

/** Lists of slots with kept places (WAI-04). One that cannot be asked stays due: the timer asks it, an alarm reports. */
export const settleLists = async (
  slots: readonly Pick<StoredSlot, 'class_id' | 'id'>[],
  deps: TimedDeps,
): Promise<void> => {
  for (const slot of slots) {
    try {
      const offers = await settleList(slot, deps);
      log.info('waiting-list.asked', { slot: slot.id, offers });
    } catch (error) {
      log.error('waiting-list.failed', error, { slot: slot.id });
    }
  }
};

const messagesOf = (record: DynamoDBRecord): readonly MessageId[] => {
  const { entity, item } = readNewItem(record) ?? {};
  if (!item) return [];
  if (entity === messageEntity) return [messageFromItem(item).id];
  return entity === wakeEntity ? wokenMessages(item) : [];
};

/** The families that a batch of records has as new, or with new children, each once. */
const familiesOf = (records: readonly DynamoDBRecord[]): FamilyId[] => {
  const families = records.flatMap((record) => {
    const { entity, item } = readNewItem(record) ?? {};
    if (item && entity === familyEntity) return [familyIdSchema.parse(item.id)];
    return item && isChildItem(item) ? [familyIdSchema.parse(item.parent_id)] : [];
  });
  return [...new Set(families)];
};

/** Compares families with the others (FID-11). @returns whether all were; what failed is delivered again */
const compareFamilies = async (
  families: readonly FamilyId[],
  { table, clock }: TimedDeps,
): Promise<boolean> => {
  let areAll = true;
  for (const family of families) {
    try {
      await noteSameFamilies(table, family, clock());
    } catch (error) {
      areAll = false;
      log.error('same-families.failed', error, { family });
    }
  }
  return areAll;
};

const slotsOf = (records: readonly DynamoDBRecord[]): StoredSlot[] => {
  const slots = records.flatMap((record) => {
    const { item } = readChangedItem(record) ?? {};
    return item && isSlotItem(item) ? [parseTolerantly(storedSlotSchema, item)] : [];
  });
  return [...new Map(slots.map((slot) => [slot.id, slot])).values()];
};

/**
 * Asks the waiting lists that a batch of stream records names, compares the families that are new, then sends the messages that it
 * names: a message to many families takes longer.
 * @throws what `sendMessages` throws, and where a family could not be compared: Lambda delivers the batch again, and parks it in the
 * end
 */
export const handleRecords = async (
  records: readonly DynamoDBRecord[],
  deps: MessengerDeps,
): Promise<DynamoDBBatchResponse> => {
  await settleLists(slotsOf(records), deps);
  const areCompared = await compareFamilies(familiesOf(records), deps);
  const ids = [...new Set(records.flatMap(messagesOf))];
  if (ids.length > 0) await sendMessages(ids, deps);
  if (!areCompared) throw new Error('A family could not be compared with the others');
  return { batchItemFailures: [] };
};
