import * as z from 'zod/mini';
import type { EmailProblem } from '#shared/families/family';
import { type FamilyId, familyIdSchema, type UserId } from '#shared/lib/ids';
import type { Instant } from '#shared/lib/values';
import { absent, below, exists, orAbsent, type Tests } from '../lib/dynamo/expressions.ts';
import type { Item } from '../lib/dynamo/items.ts';
import { accountKey, familyKey } from '../lib/dynamo/keys-of-people.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import type { Table } from '../lib/table.ts';

/** Apart from the stored account's schema, which a function that only writes need not load. */
export const accountIsActive: Tests = { ...exists, deleting: absent };

export const familyOfAccount = (table: Table, userId: UserId): Promise<FamilyId | undefined> =>
  getItem(
    table,
    { key: accountKey(userId), fromItem: ({ family_id }) => z.parse(z.optional(familyIdSchema), family_id) },
    { consistent: false, attributes: ['family_id'] },
  );

/** One consistent read of `family_id` alone. */
export const actsForFamily = async (table: Table, userId: UserId, familyId: FamilyId): Promise<boolean> => {
  const fromItem = ({ family_id, deleting }: Item) => family_id === familyId && deleting !== true;
  const attributes = ['family_id', 'deleting'];
  return (await getItem(table, { key: accountKey(userId), fromItem }, { attributes })) ?? false;
};

export const storeFirstLogin = async (table: Table, userId: UserId, at: Instant): Promise<void> => {
  await updateItem(table, accountKey(userId), {
    set: { first_login_at: at },
    if: { ...accountIsActive, first_login_at: absent },
  });
};

/**
 * Ignores repeated and older reports, and other addresses. One read and one write.
 * @param email in lower case
 * @returns whether the problem was stored
 */
export const storeEmailProblem = async (
  table: Table,
  { userId, email, problem }: { userId: UserId; email: string; problem: EmailProblem },
): Promise<boolean> => {
  const familyId = await familyOfAccount(table, userId);
  if (!familyId) return false;
  const member = `members.${userId}`;
  const { outcome } = await updateItem(table, familyKey(familyId), {
    set: { [`${member}.email_problem`]: problem },
    if: {
      ...exists,
      deleting: absent,
      [`${member}.email`]: email,
      // `email_problem` is null where there was none, so the path to its time does not exist.
      [`${member}.email_problem.at`]: orAbsent(below(problem.at)),
    },
  });
  return outcome === 'done';
};
