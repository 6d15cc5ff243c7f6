import type { Child } from '#shared/schemas/child';
import type { UserId } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import { familyPartition, profileKey } from '../dynamo/keys/families.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { familyLedgerPut } from '../ledger/family-ledger.ts';
import { randomReference, referencePut } from '../ledger/references.ts';
import type { Table } from '../table.ts';
import { childFromItem, childPut, isChildItem } from './children.ts';
import { countProfiles } from './profile-counts.ts';
import { childWords, contactWords, wordChanges } from './search-words.ts';
import { namesOf, profileFromItem, profileItem, type StoredProfile } from './stored-profile.ts';

/** A profile with its children, oldest entry first. */
export interface StoredFamily {
  readonly profile: StoredProfile;
  readonly children: Child[];
}

/**
 * The writes of a new profile with its children, its account and its words; refused where the profile exists, or
 * another family has the reference that was drawn.
 */
export const familyPuts = (
  table: Table,
  { profile, children }: Family,
  browserSecretHash?: string,
): Write[] => {
  const reference = randomReference();
  return [
    {
      Put: {
        TableName: table.name,
        Item: {
          ...profileItem(profile, children),
          ...(browserSecretHash && { browser_secret_hash: browserSecretHash }),
        },
        ConditionExpression: 'attribute_not_exists(PK)',
      },
    },
    ...children.map((child) => childPut(table, child)),
    familyLedgerPut(table, profile.id, [], reference),
    referencePut(table, profile.id, reference),
    countProfiles(table, { parents: 1 }),
    ...wordChanges(table, profile.id, {
      after: [...contactWords(profile), ...childWords(namesOf(children))],
    }),
  ];
};

/**
 * A profile with its children, or undefined. One Query: ids sort by age. Consistent, since a family reads again what it
 * has just changed.
 */
export const getFamily = async (table: Table, userId: UserId): Promise<StoredFamily | undefined> => {
  const items = await queryAll(table, {
    ...inPartition(familyPartition(userId)),
    ConsistentRead: true,
  });
  const profile = items.find(({ SK }) => SK === profileKey(userId).SK);
  return (
    profile && { profile: profileFromItem(profile), children: items.filter(isChildItem).map(childFromItem) }
  );
};
