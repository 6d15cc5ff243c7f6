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

/**
 * The condition of writes to an account: it exists, and is not being deleted. Apart from the stored account's schema, which a
 * function that only writes need not load.
 */
export const accountIsActive: Tests = { ...exists, deleting: absent };

/** The family of an account, as it was a moment ago. */
export const familyOfAccount = (table: Table, userId: UserId): Promise<FamilyId | undefined> =>
  getItem(
    table,
    { key: accountKey(userId), fromItem: ({ family_id }) => z.parse(z.optional(familyIdSchema), family_id) },
    { consistent: false, attributes: ['family_id'] },
  );

/** Whether an account acts for a family now. One consistent read, of nothing else that is stored of the account. */
export const actsForFamily = async (table: Table, userId: UserId, familyId: FamilyId): Promise<boolean> => {
  const fromItem = ({ family_id, deleting }: Item) => family_id === familyId && deleting !== true;
  const attributes = ['family_id', 'deleting'];
  return (await getItem(table, { key: accountKey(userId), fromItem }, { attributes })) ?? false;
};

/** Notes the first login of an account, once: one conditional write. */
export const noteFirstLogin = async (table: Table, userId: UserId, at: Instant): Promise<void> => {
  await updateItem(table, accountKey(userId), {
    set: { first_login_at: at },
    if: { ...accountIsActive, first_login_at: absent },
  });
};

/**
 * Notes that the address of a member is undeliverable. Nothing changes on a repeated or an older report, nor where the person
 * is gone or has another address by now. One read and one write.
 * @param email in lower case, as contacts have it
 * @returns whether it was noted
 */
export const noteEmailProblem = async (
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
      // Stored as null where there was none: then the path to its time does not exist.
      [`${member}.email_problem.at`]: orAbsent(below(problem.at)),
    },
  });
  return outcome === 'done';
};
