import * as z from 'zod/mini';
import { hourMs } from '#shared/lib/durations';
import { type UserId, userIdSchema } from '#shared/lib/ids';
import { instantOf, instantSchema } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { absent, type Change, exists, updateWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, itemParser, tableSchema, toEpochSeconds } from '../lib/dynamo/items.ts';
import { accountLinkKeys, tokenKey } from '../lib/dynamo/keys-of-people.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { putItem, updateItem } from '../lib/dynamo/writes.ts';
import { newSecret } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';
import { tokenRetainedHours } from '../limits.ts';

export type TokenKind = keyof typeof limits.linkHours;

export const storedTokenSchema = z.object({
  kind: z.enum(['verify-email', 'reset-password']),
  user_id: userIdSchema,
  created_at: instantSchema,
  valid_until: instantSchema,
  /** The use that took the token. A token has one use. */
  used_by: z.optional(z.string()),
});
export type StoredToken = z.infer<typeof storedTokenSchema>;

/** Makes a token of 256 random bits and stores its hash. @returns the token, which is stored nowhere */
export const createToken = async (
  table: Table,
  { kind, userId, now }: { kind: TokenKind; userId: UserId; now: Date },
): Promise<string> => {
  const token = newSecret(kind);
  const created_at = instantOf(now);
  const end = new Date(now.getTime() + limits.linkHours[kind] * hourMs);
  const stored: StoredToken = { kind, user_id: userId, created_at, valid_until: instantOf(end) };
  await putItem(table, {
    ...tokenKey(token),
    ...accountLinkKeys(userId, kind),
    [entityAttribute]: 'token',
    ...stored,
    [tableSchema.timeToLiveAttribute]: toEpochSeconds(end) + tokenRetainedHours * 3_600,
  });
  return token;
};

export const findToken = (table: Table, token: string): Promise<StoredToken | undefined> =>
  getItem(table, { key: tokenKey(token), fromItem: itemParser(storedTokenSchema) });

/** Compares times, since the table deletes expired items days later. */
export const isExpired = ({ valid_until }: StoredToken, now: Date): boolean =>
  valid_until <= now.toISOString();

const useBy = (used_by: string): Change => ({ set: { used_by }, if: { ...exists, used_by: absent } });

/** Belongs in the transaction of what the token is for. */
export const tokenUse = (table: Table, token: string, by: string) =>
  updateWrite(table, tokenKey(token), useBy(by));

/** Uses up a token before the work that it is for; false where another use took it. */
export const takeToken = async (table: Table, token: string, by: string): Promise<boolean> => {
  const { outcome, item } = await updateItem(table, tokenKey(token), { ...useBy(by), returnsStored: true });
  return outcome === 'done' || item?.used_by === by;
};

/** The token counts as made now, since the failed use may have outdated all older tokens. */
export const releaseToken = async (
  table: Table,
  token: string,
  { use, now }: { use: string; now: Date },
): Promise<void> => {
  await updateItem(table, tokenKey(token), {
    set: { created_at: instantOf(now) },
    remove: ['used_by'],
    if: { used_by: use },
  });
};
