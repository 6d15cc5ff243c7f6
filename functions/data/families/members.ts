import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type Role, roles } from '#shared/roles';
import { emailProblemSchema } from '#shared/schemas/email-problem';
import type { UserId } from '#shared/schemas/ids';
import { type Member, roleSchema } from '#shared/schemas/member';
import { profileSchema } from '#shared/schemas/profile';
import { memberIndexKeys, membersPartition, profileKey } from '../dynamo/keys.ts';
import { queryAll } from '../dynamo/query-all.ts';
import { monthIndex, type Table } from '../dynamo/table.ts';

/** A profile without a role is a parent's (DAT-19). */
const storedSchema = z.extend(profileSchema, {
  role: z._default(roleSchema, 'parent'),
  role_pending: z.optional(roleSchema),
  deleting: z._default(z.boolean(), false),
  email_problem: z._default(z.nullable(emailProblemSchema), null),
});

const toMember = ({ role_pending, ...member }: z.infer<typeof storedSchema>): Member => ({
  ...member,
  role_pending: role_pending !== undefined,
});

const memberFromItem = (item: Record<string, unknown>): Member => toMember(storedSchema.parse(item));

/** An account with its role, or undefined. */
export const getMember = async (table: Table, userId: UserId): Promise<Member | undefined> => {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: profileKey(userId), ConsistentRead: true }),
  );
  return Item && memberFromItem(Item);
};

/** The place of an account in the list of its role: where the next page goes on. */
export const memberPosition = (member: Member): string => memberIndexKeys(member, member.role).GSI2SK;

/** Accounts of a role, the latest to join first. One Query. */
export const listMembers = async (
  table: Table,
  role: Role,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Member[]> => {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: monthIndex.name,
      KeyConditionExpression: before ? 'GSI2PK = :role AND GSI2SK < :before' : 'GSI2PK = :role',
      ExpressionAttributeValues: {
        ':role': membersPartition(role).GSI2PK,
        ...(before && { ':before': before }),
      },
      ScanIndexForward: false,
      Limit: limit,
    }),
  );
  return Items.map(memberFromItem);
};

const directoryEntrySchema = z.extend(storedSchema, {
  /** Every name under which the family has or had something booked, or can book. */
  child_names: z._default(z.set(z.string()), new Set()),
});

/** An account with what it can be found by. */
export interface DirectoryEntry {
  readonly member: Member;
  readonly childNames: readonly string[];
}

/**
 * All accounts of the given roles, the latest to join first: what a search looks through. Two megabytes for 5,000
 * families; see docs/decisions for what that costs.
 */
export const readDirectory = async (
  table: Table,
  ofRoles: readonly Role[] = roles,
): Promise<DirectoryEntry[]> => {
  const partitions = await Promise.all(
    ofRoles.map((role) =>
      queryAll(table, {
        IndexName: monthIndex.name,
        KeyConditionExpression: 'GSI2PK = :role',
        ExpressionAttributeValues: { ':role': membersPartition(role).GSI2PK },
        ScanIndexForward: false,
      }),
    ),
  );
  return partitions.flat().map((item) => {
    const { child_names, ...stored } = directoryEntrySchema.parse(item);
    return { member: toMember(stored), childNames: [...child_names] };
  });
};
