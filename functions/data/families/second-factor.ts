import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { recoveryAlphabet } from '#shared/domain/text/recovery-code';
import type { UserId } from '#shared/schemas/ids';
import { type Instant, instantSchema } from '#shared/schemas/values';
import { batchGet } from '../dynamo/batch-get.ts';
import { getItem } from '../dynamo/get-item.ts';
import { secondFactorKey } from '../dynamo/keys/families.ts';
import { sha256 } from '../dynamo/keys/key.ts';
import { sendTransaction, type TransactionOutcome, type Write } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import { deleteItem, putItem } from '../dynamo/write-item.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';

/** The key of an authenticator is in the user pool alone. A role that needs a second factor needs this item too. */
const storedSecondFactorSchema = z.object({
  on_since: instantSchema,
  /** Hashes of the recovery codes. */
  recovery: z.set(z.string()),
});
export type StoredSecondFactor = z.infer<typeof storedSecondFactorSchema>;

const recoveryCodes = 10;

/** New recovery codes, of 80 bits each, so that a hash without salt is enough. */
export const makeRecoveryCodes = (): readonly string[] =>
  Array.from({ length: recoveryCodes }, () =>
    [...randomBytes(16)].map((byte) => recoveryAlphabet[byte % recoveryAlphabet.length]).join(''),
  );

/** One consistent read. */
export const getSecondFactor = (table: Table, userId: UserId): Promise<StoredSecondFactor | undefined> =>
  getItem(table, {
    key: secondFactorKey(userId),
    fromItem: (item) => storedSecondFactorSchema.parse(item),
  });

/**
 * Since when an account has a second factor, whose set-up was completed then; undefined without one. One consistent read, of no
 * other attribute.
 */
export const secondFactorSince = (table: Table, userId: UserId): Promise<Instant | undefined> =>
  getItem(
    table,
    { key: secondFactorKey(userId), fromItem: ({ on_since }) => instantSchema.parse(on_since) },
    { attributes: ['on_since'] },
  );

/** Those of the accounts that have a second factor. */
export const listWithSecondFactor = async (
  table: Table,
  userIds: readonly UserId[],
): Promise<ReadonlySet<UserId>> => {
  const itemOf = await batchGet(table, userIds.map(secondFactorKey), { consistent: false });
  return new Set(userIds.filter((userId) => itemOf(secondFactorKey(userId))));
};

/** Notes that a second factor is set up, with its recovery codes, whose hashes are stored. Earlier codes end. */
export const putSecondFactor = async (
  table: Table,
  userId: UserId,
  { at, codes }: { readonly at: Instant; readonly codes: readonly string[] },
): Promise<void> => {
  await putItem(table, {
    TableName: table.name,
    Item: {
      ...secondFactorKey(userId),
      [entityAttribute]: 'second-factor',
      on_since: at,
      recovery: new Set(codes.map(sha256)),
    },
  });
};

export const isRecoveryCode = ({ recovery }: StoredSecondFactor, code: string): boolean =>
  recovery.has(sha256(code));

/**
 * Removes what is stored about a second factor, if it is as it was read, and stores the extra writes, all or nothing.
 * @param seen undefined where nothing was stored: the extra writes alone
 */
export const removeStoredFactor = async (
  table: Table,
  userId: UserId,
  seen: StoredSecondFactor | undefined,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome['outcome']> => {
  const removal: Write[] = seen
    ? [
        {
          Delete: {
            TableName: table.name,
            Key: secondFactorKey(userId),
            ConditionExpression: 'on_since = :since',
            ExpressionAttributeValues: { ':since': seen.on_since },
          },
        },
      ]
    : [];
  return (await sendTransaction(table, [...removal, ...extraWrites])).outcome;
};

/** Deletes what is stored about the second factor of an account that is deleted. */
export const deleteSecondFactor = async (table: Table, userId: UserId): Promise<void> => {
  await deleteItem(table, { TableName: table.name, Key: secondFactorKey(userId) });
};
