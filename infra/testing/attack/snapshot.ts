import { ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { resourceNames } from '../../local/addresses.ts';
import type { TestStack } from '../stack/test-stack.ts';

/** JSON with sets as sorted lists, so that equal items give equal texts. */
const toText = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (part instanceof Set ? [...part].toSorted() : part));

/** Every item of the table, one line of text each, sorted. */
export const snapshotOf = async ({ table }: Pick<TestStack, 'table'>): Promise<string[]> => {
  const lines: string[] = [];
  for await (const { Items = [] } of paginateScan(
    { client: table.client },
    { TableName: table.name, ConsistentRead: true },
  )) {
    lines.push(...Items.map((item) => toText(Object.entries(item).toSorted())));
  }
  return lines.toSorted();
};

/** The users of the pool, by id and state. */
export const usersOf = async ({ pool }: Pick<TestStack, 'pool'>): Promise<string[]> => {
  const { Users = [] } = await pool.send(new ListUsersCommand({ UserPoolId: resourceNames.userPoolId }));
  return Users.map(({ Username, UserStatus, Enabled }) => toText([Username, UserStatus, Enabled])).toSorted();
};
