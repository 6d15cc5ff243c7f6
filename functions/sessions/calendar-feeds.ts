import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { type UserId, userIdSchema } from '#shared/lib/ids';
import type { Instant } from '#shared/lib/values';
import { sendCounted } from '../ledger/changes.ts';
import { isNew, putWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute } from '../lib/dynamo/items.ts';
import { calendarFeedKey } from '../lib/dynamo/keys-of-people.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { deleteItem } from '../lib/dynamo/writes.ts';
import { newSecret } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';

const storedFeedSchema = z.object({
  secret_hash: z.string(),
  /** The family of another id for which the account acts. */
  family_id: z.optional(userIdSchema),
});

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

type NewFeed =
  | { readonly outcome: 'created'; readonly secret: string }
  /** The family has a feed, whose secret nobody knows but its calendars. */
  | { readonly outcome: 'exists' }
  /** It is being deleted, or does not exist. */
  | { readonly outcome: 'no-ledger' }
  /** It has made as many changes in this hour as it may. */
  | { readonly outcome: 'limited' }
  | { readonly outcome: 'busy' };

/**
 * Gives a member of a family a calendar feed with a secret of 256 random bits, of which only the hash is stored. An account has
 * one feed, which ends with its membership: with `replace` the former secret ends. It counts among the changes of the family.
 */
export const createFeed = async (
  table: Table,
  { userId, familyId }: { readonly userId: UserId; readonly familyId: UserId },
  { replace, at }: { readonly replace: boolean; readonly at: Instant },
): Promise<NewFeed> => {
  const secret = newSecret('calendar-feed');
  const result = await sendCounted(table, { parent_id: familyId, at }, [
    putWrite(
      table,
      {
        ...calendarFeedKey(userId),
        [entityAttribute]: 'calendar-feed',
        secret_hash: hashOf(secret),
        ...(familyId !== userId && { family_id: familyId }),
      },
      replace ? {} : { if: isNew },
    ),
  ]);
  if (result.outcome === 'done') return { outcome: 'created', secret };
  return result.outcome === 'refused' ? { outcome: 'exists' } : result;
};

/** The family of the feed of an account; undefined for a wrong secret. One read, whether or not the account has a feed. */
export const familyOfFeed = async (
  table: Table,
  userId: UserId,
  secret: string,
): Promise<UserId | undefined> => {
  const feed = await getItem(table, {
    key: calendarFeedKey(userId),
    fromItem: storedFeedSchema.parse,
  });
  const [given, stored] = [hashOf(secret), feed?.secret_hash ?? hashOf('')];
  const isKnown = timingSafeEqual(Buffer.from(given), Buffer.from(stored));
  return isKnown ? (feed?.family_id ?? userId) : undefined;
};

/** Ends the feed of an account. */
export const deleteFeed = async (table: Table, userId: UserId): Promise<void> => {
  await deleteItem(table, calendarFeedKey(userId));
};
