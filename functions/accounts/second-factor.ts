import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { recoveryAlphabet } from '#shared/accounts/second-factor';
import type { UserId } from '#shared/lib/ids';
import { type Instant, instantSchema } from '#shared/lib/values';
import { absent, below, deleteWrite, present, putWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, itemParser, sha256 } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { secondFactorKey } from '../lib/dynamo/keys-of-people.ts';
import { batchGet, getItem } from '../lib/dynamo/reads.ts';
import { deleteItem, sendTransaction, type TransactionOutcome, updateItem } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';

/** The authenticator's key is in the user pool alone. A role that needs a second factor needs this item too. */
export const storedSecondFactorSchema = z.object({
  on_since: instantSchema,
  recovery: z.set(z.string()),
  /** The time since which the factor may have been replaced in the user pool. Until a new set-up it gives no role. */
  opened_at: z.optional(instantSchema),
});
export type StoredSecondFactor = z.infer<typeof storedSecondFactorSchema>;

const recoveryCodes = 10;

/** 80 bits each, so that a hash without salt is enough. */
export const makeRecoveryCodes = (): readonly string[] =>
  Array.from({ length: recoveryCodes }, () =>
    [...randomBytes(16)].map((byte) => recoveryAlphabet[byte % recoveryAlphabet.length]).join(''),
  );

export const getSecondFactor = (table: Table, userId: UserId): Promise<StoredSecondFactor | undefined> =>
  getItem(table, {
    key: secondFactorKey(userId),
    fromItem: itemParser(storedSecondFactorSchema),
  });

/** The time at which the set-up was completed; undefined without a factor. One consistent read of one attribute. */
export const secondFactorSince = (table: Table, userId: UserId): Promise<Instant | undefined> =>
  getItem(
    table,
    { key: secondFactorKey(userId), fromItem: ({ on_since }) => instantSchema.parse(on_since) },
    { attributes: ['on_since'] },
  );

/** Whether nobody could replace the factor since its set-up. One consistent read. */
export const isConfirmedFactor = async (table: Table, userId: UserId): Promise<boolean> => {
  const isOpened = await getItem(
    table,
    { key: secondFactorKey(userId), fromItem: ({ opened_at }) => opened_at !== undefined },
    { attributes: ['on_since', 'opened_at'] },
  );
  return isOpened === false;
};

/** Stores that the factor may have been replaced in the user pool. Nothing is stored for an account without one. */
export const openSecondFactor = async (table: Table, userId: UserId, at: Instant): Promise<void> => {
  await updateItem(table, secondFactorKey(userId), { set: { opened_at: at }, if: { on_since: present } });
};

export const listWithSecondFactor = async (
  table: Table,
  userIds: readonly UserId[],
): Promise<ReadonlySet<UserId>> => {
  const itemOf = await batchGet(table, userIds.map(secondFactorKey), { consistent: false });
  return new Set(userIds.filter((userId) => itemOf(secondFactorKey(userId))));
};

interface CompletedSetUp {
  readonly at: Instant;
  readonly codes: readonly string[];
  /** The time at which the session began in which the factor was set up. Defaults to `at`. */
  readonly signedInAt?: Instant;
  readonly extraWrites?: ExtraWrites;
}

/** Replaces earlier recovery codes. Refused for a set-up since the session began: of two at once one shows codes. */
export const putSecondFactor = async (
  table: Table,
  userId: UserId,
  { at, codes, signedInAt = at, extraWrites = [] }: CompletedSetUp,
): Promise<TransactionOutcome> => {
  const put: Write = putWrite(
    table,
    {
      ...secondFactorKey(userId),
      [entityAttribute]: 'second-factor',
      on_since: at,
      recovery: new Set(codes.map(sha256)),
    },
    { if: [{ on_since: absent }, { on_since: below(signedInAt) }] },
  );
  return sendTransaction(table, [put, ...extraWrites]);
};

export const isRecoveryCode = ({ recovery }: StoredSecondFactor, code: string): boolean =>
  recovery.has(sha256(code));

export const removeStoredFactor = async (
  table: Table,
  userId: UserId,
  seen: StoredSecondFactor | undefined,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> => {
  const removal: Write[] = seen
    ? [deleteWrite(table, secondFactorKey(userId), { if: { on_since: seen.on_since } })]
    : [];
  return sendTransaction(table, [...removal, ...extraWrites]);
};

export const deleteSecondFactor = async (table: Table, userId: UserId): Promise<void> => {
  await deleteItem(table, secondFactorKey(userId));
};
