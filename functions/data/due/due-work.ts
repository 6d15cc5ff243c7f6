import { instantOf } from '#shared/domain/time/instant-of';
import { placeByOwner } from '../dynamo/index-keys.ts';
import type { Item } from '../dynamo/item-ref.ts';
import { dueIndexKeys, duePartition } from '../dynamo/keys/due-work.ts';
import { inPartition, queryFirst } from '../dynamo/query.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
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
      // The subject follows the time, behind a character that is less than this one.
      inPartition(duePartition, { before: placeByOwner(dueIndexKeys(instantOf(now), '~')) }),
    ],
    maxAtOnce,
  );
  return items.map((item) => ({ entity: item[entityAttribute], item, dueKey: placeByOwner(item) }));
};
