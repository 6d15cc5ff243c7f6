import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { type Child, childSchema } from '#shared/schemas/child';
import type { UserId } from '#shared/schemas/ids';
import { type Family, type Profile, profileSchema } from '#shared/schemas/profile';
import { childKey, familyPartition, profileKey } from './keys.ts';
import { queryAll } from './query-all.ts';
import { entityAttribute, type Table } from './table.ts';

type Item = Record<string, unknown>;

const profileItem = (profile: Profile): Item => ({
  ...profileKey(profile.id),
  [entityAttribute]: 'profile',
  ...profile,
});

const childItem = (child: Child): Item => ({
  ...childKey(child.parent_id, child.id),
  [entityAttribute]: 'child',
  ...child,
});

export const profileFromItem = (item: Item): Profile => profileSchema.parse(item);
export const childFromItem = (item: Item): Child => childSchema.parse(item);

/** A profile with its children, oldest entry first, or undefined. One Query: ids sort by age. */
export const getFamily = async (table: Table, userId: UserId): Promise<Family | undefined> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'PK = :family',
    ExpressionAttributeValues: { ':family': familyPartition(userId).PK },
  });
  const profile = items.find((item) => item[entityAttribute] === 'profile');
  if (!profile) return undefined;
  return {
    profile: profileFromItem(profile),
    children: items.filter((item) => item[entityAttribute] === 'child').map(childFromItem),
  };
};

/**
 * Stores a new profile with its children, all or nothing.
 * @throws TransactionCanceledException when the profile exists
 */
export const createFamily = async (table: Table, { profile, children }: Family): Promise<void> => {
  await table.client.send(
    new TransactWriteCommand({
      TransactItems: [
        {
          Put: {
            TableName: table.name,
            Item: profileItem(profile),
            ConditionExpression: 'attribute_not_exists(PK)',
          },
        },
        ...children.map((child) => ({ Put: { TableName: table.name, Item: childItem(child) } })),
      ],
    }),
  );
};
