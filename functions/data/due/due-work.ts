import { instantOf } from '#shared/domain/time/instant-of';
import type { Item } from '../dynamo/item-ref.ts';
import { dueIndexKeys, duePartition } from '../dynamo/keys/due-work.ts';
import { queryFirst } from '../dynamo/query.ts';
import { entityAttribute, ownerIndex } from '../dynamo/table-schema.ts';
import type { Table } from '../table.ts';

/** Something that is due. Its entity says what is to be done. */
export interface DueWork {
  readonly entity: unknown;
  readonly item: Item;
  /** Its place in the index: a write that requires it is done once. */
  readonly dueKey: string;
}

/** More items than one run can process. The next run reads the rest. */
const maxAtOnce = 500;

/**
 * What is due by a moment, the oldest first. One Query, of half a read unit where nothing is due. The index may lag: a
 * write about the work requires the state that was read.
 */
export const listDue = async (table: Table, now: Date): Promise<DueWork[]> => {
  const items = await queryFirst(
    table,
    [
      {
        IndexName: ownerIndex.name,
        KeyConditionExpression: 'GSI1PK = :due AND GSI1SK < :end',
        ExpressionAttributeValues: {
          ':due': duePartition.GSI1PK,
          // The subject follows the time, behind a character that is less than this one.
          ':end': dueIndexKeys(instantOf(now), '~').GSI1SK,
        },
      },
    ],
    maxAtOnce,
  );
  return items.map((item) => ({ entity: item[entityAttribute], item, dueKey: String(item.GSI1SK) }));
};
