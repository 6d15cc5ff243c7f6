import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { type Child, childSchema } from '#shared/schemas/child';
import type { UserId } from '#shared/schemas/ids';
import { type Family, type Profile, profileSchema } from '#shared/schemas/profile';
import { childKey, familyPartition, profileKey } from './keys.ts';
import { queryAll } from './query-all.ts';
import { registrationPut } from './registrations.ts';
import type { Write } from './send-transaction.ts';
import { entityAttribute, type Table } from './table.ts';

type Item = Record<string, unknown>;

/** `children_count` moves with the children, so that a family never has more than it may. */
const profileItem = (profile: Profile, children_count: number): Item => ({
  ...profileKey(profile.id),
  [entityAttribute]: 'profile',
  ...profile,
  children_count,
});

const childItem = (child: Child): Item => ({
  ...childKey(child.parent_id, child.id),
  [entityAttribute]: 'child',
  ...child,
});

export const profileFromItem = (item: Item): Profile => profileSchema.parse(item);
export const childFromItem = (item: Item): Child => childSchema.parse(item);

export const childPut = (table: Table, child: Child): Write => ({
  Put: { TableName: table.name, Item: childItem(child) },
});

/** The writes of a new profile with its children; refused where the profile exists. */
export const familyPuts = (table: Table, { profile, children }: Family): Write[] => [
  {
    Put: {
      TableName: table.name,
      Item: profileItem(profile, children.length),
      ConditionExpression: 'attribute_not_exists(PK)',
    },
  },
  ...children.map((child) => childPut(table, child)),
];

/**
 * A profile with its children, oldest entry first, or undefined. One Query: ids sort by age. Consistent, since a
 * family reads again what it has just changed.
 */
export const getFamily = async (table: Table, userId: UserId): Promise<Family | undefined> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'PK = :family',
    ExpressionAttributeValues: { ':family': familyPartition(userId).PK },
    ConsistentRead: true,
  });
  const profile = items.find((item) => item[entityAttribute] === 'profile');
  if (!profile) return undefined;
  return {
    profile: profileFromItem(profile),
    children: items.filter((item) => item[entityAttribute] === 'child').map(childFromItem),
  };
};

/**
 * Stores a new profile with its children and its email address, all or nothing.
 * @throws TransactionCanceledException when the profile exists or the address is another account's
 */
export const createFamily = async (table: Table, family: Family): Promise<void> => {
  const { email, id: userId } = family.profile;
  await table.client.send(
    new TransactWriteCommand({
      TransactItems: [
        registrationPut(table, { email, userId, attempt: userId }),
        ...familyPuts(table, family),
      ],
    }),
  );
};
