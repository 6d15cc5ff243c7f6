import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { type FamilyId, familyIdSchema, type UserId } from '#shared/lib/ids';
import type { Instant } from '#shared/lib/values';
import { sendAsOneChange } from '../ledger/changes.ts';
import { deleteWrite, isNew, putWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, itemParser } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { calendarFeedKey } from '../lib/dynamo/keys-of-people.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { deleteItem, updateItem } from '../lib/dynamo/writes.ts';
import type { FamilyJoin } from '../lib/family-join.ts';
import { newSecret } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';

export const storedFeedSchema = z.object({
  secret_hash: z.string(),
  /** The account is a member of this family: the feed is deleted when it leaves. */
  family_id: familyIdSchema,
});

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

type NewFeed =
  | { readonly outcome: 'created'; readonly secret: string }
  /** Only the calendars of the account know the secret of its feed. */
  | { readonly outcome: 'exists' }
  | { readonly outcome: 'no-ledger' }
  | { readonly outcome: 'limited' }
  | { readonly outcome: 'busy' };

/**
 * Gives a member of a family a calendar feed with a secret of 256 random bits, of which only the hash is stored. An account
 * has one feed, which ends with its membership; `replace` ends the former secret. It counts among the changes of the family.
 */
export const createFeed = async (
  table: Table,
  { userId, familyId }: { readonly userId: UserId; readonly familyId: FamilyId },
  { replace, at }: { readonly replace: boolean; readonly at: Instant },
): Promise<NewFeed> => {
  const secret = newSecret('calendar-feed');
  const result = await sendAsOneChange(table, { parent_id: familyId, at }, [
    putWrite(
      table,
      {
        ...calendarFeedKey(userId),
        [entityAttribute]: 'calendar-feed',
        secret_hash: hashOf(secret),
        family_id: familyId,
      },
      replace ? {} : { if: isNew },
    ),
  ]);
  if (result.outcome === 'done') return { outcome: 'created', secret };
  return result.outcome === 'refused' ? { outcome: 'exists' } : result;
};

/** Undefined for a wrong secret. One read, whether or not the account has a feed. */
export const familyOfFeed = async (
  table: Table,
  userId: UserId,
  secret: string,
): Promise<FamilyId | undefined> => {
  const feed = await getItem(table, {
    key: calendarFeedKey(userId),
    fromItem: itemParser(storedFeedSchema),
  });
  const [given, stored] = [hashOf(secret), feed?.secret_hash ?? hashOf('')];
  const isKnown = timingSafeEqual(Buffer.from(given), Buffer.from(stored));
  return isKnown ? feed?.family_id : undefined;
};

export const feedDelete = (table: Table, userId: UserId): Write =>
  deleteWrite(table, calendarFeedKey(userId));

export const deleteFeed = async (table: Table, userId: UserId): Promise<void> => {
  await deleteItem(table, calendarFeedKey(userId));
};

/** Lets the feed of an account show the joined family. Does nothing for an account without a feed. */
export const joinFeed = async (
  table: Table,
  userId: UserId,
  { from, to }: Pick<FamilyJoin, 'from' | 'to'>,
): Promise<void> => {
  await updateItem(table, calendarFeedKey(userId), { set: { family_id: to }, if: { family_id: from } });
};
