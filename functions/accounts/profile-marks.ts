import * as z from 'zod/mini';
import type { EmailProblem } from '#shared/families/family';
import { type UserId, userIdSchema } from '#shared/lib/ids';
import type { Instant } from '#shared/lib/values';
import { absent, below, exists, orAbsent, type Tests } from '../lib/dynamo/expressions.ts';
import { profileKey } from '../lib/dynamo/keys-of-people.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import type { Table } from '../lib/table.ts';

/**
 * The condition of writes to a profile: it exists, and its account is not being deleted. Apart from the stored profile's
 * schema, which a function that only writes need not load.
 */
export const profileIsActive: Tests = { ...exists, deleting: absent };

/** The family of another id of which an account is a member, as it was a moment ago. */
export const memberOf = (table: Table, userId: UserId): Promise<UserId | undefined> =>
  getItem(
    table,
    { key: profileKey(userId), fromItem: ({ member_of }) => z.parse(z.optional(userIdSchema), member_of) },
    { consistent: false, attributes: ['member_of'] },
  );

/** Notes the first login of an account, once: one conditional write. */
export const noteFirstLogin = async (table: Table, userId: UserId, at: Instant): Promise<void> => {
  await updateItem(table, profileKey(userId), {
    set: { first_login_at: at },
    if: { ...profileIsActive, first_login_at: absent },
  });
};

/**
 * Notes that the address of an account is undeliverable. Nothing changes on a repeated or an older report, nor
 * where the account is gone or has another address by now.
 * @param email in lower case, as profiles have it
 * @returns whether it was noted
 */
export const noteEmailProblem = async (
  table: Table,
  { userId, email, problem }: { userId: UserId; email: string; problem: EmailProblem },
): Promise<boolean> => {
  const { outcome } = await updateItem(table, profileKey(userId), {
    set: { email_problem: problem },
    if: { ...profileIsActive, email, 'email_problem.at': orAbsent(below(problem.at)) },
  });
  return outcome === 'done';
};
