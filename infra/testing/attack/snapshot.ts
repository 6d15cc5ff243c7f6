import { ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import { batchDelete } from '#functions/data/dynamo/batch-write';
import type { Item } from '#functions/data/dynamo/item-ref';
import { keyText } from '#functions/data/dynamo/keys/key';
import { resourceNames } from '../../local/addresses.ts';
import type { TestStack } from '../stack/test-stack.ts';
import { readAllItems } from '../table/all-items.ts';

/** Sets as sorted lists and maps with sorted keys: the table returns the keys of one map in any order. */
const inOrder = (_: string, part: unknown): unknown => {
  if (part instanceof Set) return [...part].toSorted();
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  return Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)));
};

/** JSON in which equal values give equal texts. */
const toText = (value: unknown): string => JSON.stringify(value, inOrder);

/** The keys of all items of the table. */
export const keysOf = ({ table }: Pick<TestStack, 'table'>): Promise<Item[]> =>
  readAllItems(table, { keysOnly: true });

/** Deletes all items of the table but those with these keys, as `keyText` writes them. */
export const removeAllBut = async (
  stack: Pick<TestStack, 'table'>,
  kept: ReadonlySet<string>,
): Promise<void> => {
  const keys = await keysOf(stack);
  await batchDelete(
    stack.table,
    keys.filter((key) => !kept.has(keyText(key))),
  );
};

/** Every item of the table, one line of text each, sorted. */
export const snapshotOf = async ({ table }: Pick<TestStack, 'table'>): Promise<string[]> =>
  (await readAllItems(table)).map(toText).toSorted();

/** The users of the pool, by id and state. */
export const usersOf = async ({ pool }: Pick<TestStack, 'pool'>): Promise<string[]> => {
  const { Users = [] } = await pool.send(new ListUsersCommand({ UserPoolId: resourceNames.userPoolId }));
  return Users.map(({ Username, UserStatus, Enabled }) => toText([Username, UserStatus, Enabled])).toSorted();
};
