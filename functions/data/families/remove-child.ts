import type { Booking } from '#shared/schemas/booking';
import type { Child } from '#shared/schemas/child';
import type { ChildId, UserId } from '#shared/schemas/ids';
import { conflictRetryMs } from '../../limits.ts';
import { listBookingsOfParent } from '../bookings/bookings.ts';
import { childKey, profileKey } from '../dynamo/keys.ts';
import { retryDelay } from '../dynamo/retry-delay.ts';
import { sendTransaction, type TransactionOutcome, type Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';
import { getFamily, type StoredFamily } from './families.ts';
import { profileIsActive } from './profile-is-active.ts';
import { childWords, wordChanges } from './search-words.ts';
import { namesOf } from './stored-profile.ts';

/** The write that counts one child less and stores the names that remain. Refused where the children or the names changed. */
const profileUpdate = (
  table: Table,
  { profile, children }: StoredFamily,
  names: ReadonlySet<string>,
): Write => ({
  Update: {
    TableName: table.name,
    Key: profileKey(profile.id),
    ConditionExpression: `${profileIsActive} AND children_count = :seen AND ${
      profile.child_names.size > 0 ? 'child_names = :seenNames' : 'attribute_not_exists(child_names)'
    }`,
    UpdateExpression: `SET children_count = :seen - :one${
      names.size > 0 ? ', child_names = :names' : ' REMOVE child_names'
    }`,
    ExpressionAttributeValues: {
      ':seen': children.length,
      ':one': 1,
      ...(profile.child_names.size > 0 && { ':seenNames': profile.child_names }),
      ...(names.size > 0 && { ':names': names }),
    },
  },
});

/** Names that one removal takes off a family: their words are in its transaction. Names of ended bookings may add up. */
const mostNamesLeaving = 20;

/** The names by which searches find a family without one of its children: of the others and of the family's bookings. */
const namesWithout = (
  child: Child,
  { profile, children }: StoredFamily,
  bookings: readonly Booking[],
): Set<string> => {
  const others = children.filter(({ id }) => id !== child.id);
  const needed = new Set([...namesOf(others), ...bookings.map(({ child_name }) => child_name)]);
  const leaving = [...profile.child_names].filter((name) => !needed.has(name) && name !== child.name);
  return new Set([...needed, ...leaving.slice(mostNamesLeaving)]);
};

type RemoveChildOutcome = 'removed' | 'no-child' | 'no-profile' | 'busy';

const removeOnce = async (
  table: Table,
  parentId: UserId,
  childId: ChildId,
): Promise<TransactionOutcome | { readonly outcome: 'no-child' | 'no-profile' }> => {
  const [family, bookings] = await Promise.all([
    getFamily(table, parentId),
    listBookingsOfParent(table, parentId),
  ]);
  if (!family || family.profile.deleting) return { outcome: 'no-profile' };
  const child = family.children.find(({ id }) => id === childId);
  if (!child) return { outcome: 'no-child' };
  const names = namesWithout(child, family, bookings);
  return sendTransaction(table, [
    {
      Delete: {
        TableName: table.name,
        Key: childKey(parentId, childId),
        ConditionExpression: 'attribute_exists(PK)',
      },
    },
    profileUpdate(table, family, names),
    ...wordChanges(table, parentId, {
      before: childWords(family.profile.child_names),
      after: childWords(names),
    }),
  ]);
};

/**
 * Removes a child of one family (API-26). Its bookings keep the name and age they were made with, and the profile keeps
 * the name as long as a booking has it. A change of the family at the same time is retried.
 */
export const removeChild = async (
  table: Table,
  parentId: UserId,
  childId: ChildId,
): Promise<RemoveChildOutcome> => {
  const waitToRetry = retryDelay(conflictRetryMs);
  for (;;) {
    const { outcome } = await removeOnce(table, parentId, childId);
    if (outcome === 'done') return 'removed';
    if (outcome !== 'refused') return outcome;
    if (!(await waitToRetry())) return 'busy';
  }
};
