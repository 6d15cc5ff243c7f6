import type { UserId } from '#shared/schemas/ids';
import { offerLinksPartition } from '../dynamo/keys/waiting.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import { deleteItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';
import { listWaitingOfFamily } from './waiting-entries.ts';

/**
 * Ends the links of a family's open offers; the offers stay, for the family when it is signed in. Idempotent. One Query,
 * and two requests for each open offer.
 */
export const endOfferLinks = async (table: Table, parentId: UserId): Promise<void> => {
  const { entries } = await listWaitingOfFamily(table, parentId);
  const offers = entries.flatMap(({ offer_id }) => offer_id ?? []);
  await Promise.all(
    offers.map(async (id) => {
      const links = await queryAll(table, {
        ...inPartition(offerLinksPartition(id)),
        ConsistentRead: true,
      });
      for (const { PK, SK } of links) await deleteItem(table, { TableName: table.name, Key: { PK, SK } });
    }),
  );
};
