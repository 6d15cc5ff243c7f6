import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { UserId } from '#shared/lib/ids';
import type { Instant } from '#shared/lib/values';
import { sendCounted } from '../ledger/changes.ts';
import { isNew, putWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute } from '../lib/dynamo/items.ts';
import { calendarFeedKey } from '../lib/dynamo/keys-of-people.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { deleteItem } from '../lib/dynamo/writes.ts';
import { newSecret } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';

const storedFeedSchema = z.object({ secret_hash: z.string() });

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
 * Gives a family a calendar feed with a secret of 256 random bits, of which only the hash is stored. A family has one
 * feed: with `replace` the former secret ends. It counts among the changes of the family.
 */
export const createFeed = async (
  table: Table,
  userId: UserId,
  { replace, at }: { readonly replace: boolean; readonly at: Instant },
): Promise<NewFeed> => {
  const secret = newSecret('calendar-feed');
  const result = await sendCounted(table, { parent_id: userId, at }, [
    putWrite(
      table,
      { ...calendarFeedKey(userId), [entityAttribute]: 'calendar-feed', secret_hash: hashOf(secret) },
      replace ? {} : { if: isNew },
    ),
  ]);
  if (result.outcome === 'done') return { outcome: 'created', secret };
  return result.outcome === 'refused' ? { outcome: 'exists' } : result;
};

/** Whether a secret is that of a family's feed. One read, whether or not the family has one. */
export const isFeedSecret = async (table: Table, userId: UserId, secret: string): Promise<boolean> => {
  const feed = await getItem(table, {
    key: calendarFeedKey(userId),
    fromItem: storedFeedSchema.parse,
  });
  const [given, stored] = [hashOf(secret), feed?.secret_hash ?? hashOf('')];
  return timingSafeEqual(Buffer.from(given), Buffer.from(stored));
};

/** Ends a family's feed. */
export const deleteFeed = async (table: Table, userId: UserId): Promise<void> => {
  await deleteItem(table, calendarFeedKey(userId));
};
