import { getItem } from '../dynamo/get-item.ts';
import type { ItemRef } from '../dynamo/item-ref.ts';
import { dailyWorkKey } from '../dynamo/keys/due-work.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import { putItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';

/** Names of work that is done once, for data of an earlier version. */
type OneTimeWork = 'open-accounts';

const noteRef = (work: OneTimeWork): ItemRef<true> => ({ key: dailyWorkKey(work), fromItem: () => true });

/** Whether work was done. One read. */
export const wasDone = async (table: Table, work: OneTimeWork): Promise<boolean> =>
  (await getItem(table, noteRef(work))) !== undefined;

/** Notes that work was done. Idempotent. */
export const noteDone = async (table: Table, work: OneTimeWork): Promise<void> => {
  await putItem(table, {
    TableName: table.name,
    Item: { ...noteRef(work).key, [entityAttribute]: 'one-time-work' },
  });
};
