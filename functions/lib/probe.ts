import type { ApiService } from '#shared/contract/route';
import type { Key } from './dynamo/items.ts';
import { currentClassesKey, schoolSettingsKey } from './dynamo/keys-of-classes.ts';
import { cardOfficePartition, coachesPartition } from './dynamo/keys-of-people.ts';
import { getItem } from './dynamo/reads.ts';
import type { Table } from './table.ts';

const cardsProbe: Key = { ...cardOfficePartition, SK: 'PROBE' };

const coaches: Key = { ...coachesPartition, SK: 'PROBE' };

/** Where the operations of each function read too. The item need not exist. */
const probed: Readonly<Record<ApiService, Key>> = {
  catalogue: currentClassesKey,
  account: coaches,
  family: schoolSettingsKey,
  admin: schoolSettingsKey,
  links: schoolSettingsKey,
  coach: coaches,
  cards: schoolSettingsKey,
  'card-events': cardsProbe,
};

export const probe =
  (service: ApiService) =>
  async (_request: unknown, { table }: { readonly table: Table }): Promise<undefined> => {
    await getItem(table, { key: probed[service], fromItem: () => true });
  };
