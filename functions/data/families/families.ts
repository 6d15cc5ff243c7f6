import * as z from 'zod/mini';
import { type Child, childSchema } from '#shared/schemas/child';
import { type EmailProblem, emailProblemSchema } from '#shared/schemas/email-problem';
import type { UserId } from '#shared/schemas/ids';
import { type Family, type Profile, profileSchema } from '#shared/schemas/profile';
import { batchGet } from '../dynamo/batch-get.ts';
import { childKey, familyPartition, memberIndexKeys, profileKey } from '../dynamo/keys.ts';
import { queryAll } from '../dynamo/query-all.ts';
import { sendTransaction, type Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, type Table } from '../dynamo/table.ts';
import { registrationPut } from '../registrations/registrations.ts';
import { countMembers } from './member-counts.ts';

type Item = Record<string, unknown>;

/** The names by which a search finds a family; DynamoDB has no empty set. */
export const childNames = (children: readonly Child[]): Set<string> =>
  new Set(children.map(({ name }) => name));

/**
 * `children_count` moves with the children, so that a family never has more than it may. `child_names` only grows:
 * what was booked for a child keeps its name when the child is removed.
 */
export const profileItem = (profile: Profile, children: readonly Child[]): Item => ({
  ...profileKey(profile.id),
  ...memberIndexKeys(profile, 'parent'),
  [entityAttribute]: 'profile',
  ...profile,
  children_count: children.length,
  ...(children.length > 0 && { child_names: childNames(children) }),
});

export const childItem = (child: Child): Item => ({
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
      Item: profileItem(profile, children),
      ConditionExpression: 'attribute_not_exists(PK)',
    },
  },
  ...children.map((child) => childPut(table, child)),
  countMembers(table, { parents: 1 }),
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
 * @throws Error when the profile exists or the address is another account's, or others sign up all the time
 */
export const createFamily = async (table: Table, family: Family): Promise<void> => {
  const { email, id: userId } = family.profile;
  const { outcome } = await sendTransaction(table, [
    registrationPut(table, { email, userId, attempt: userId }),
    ...familyPuts(table, family),
  ]);
  if (outcome !== 'done') throw new Error(`The family could not be stored: ${outcome}`);
};

const notesSchema = z.object({
  child_names: z._default(z.set(z.string()), new Set()),
  email_problem: z._default(z.nullable(emailProblemSchema), null),
});

/**
 * What is kept with a profile beside it: every name the children have had, removed ones included, by which a search
 * for bookings finds the family, and what is wrong with the address.
 */
export const getProfileNotes = async (
  table: Table,
  userId: UserId,
): Promise<{ child_names: string[]; email_problem: EmailProblem | null }> => {
  const key = profileKey(userId);
  const item = (await batchGet(table, [key], { consistent: true }))(key) ?? {};
  const { child_names, email_problem } = notesSchema.parse(item);
  return { child_names: [...child_names].toSorted(), email_problem };
};
