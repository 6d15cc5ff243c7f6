import type { UserId } from '#shared/schemas/ids';
import { requestLimits } from '../aws-requests.ts';
import { secondFactorSince } from '../data/families/second-factor.ts';
import type { Table } from '../data/table.ts';
import { asksForCode } from '../lib/identity/second-factor.ts';
import { connectUserPool, type UserPool } from '../lib/identity/user-pool.ts';

let userPool: UserPool | undefined;

/**
 * Whether an account has a second factor. Both are needed. The user pool alone knows whether sign-ins ask for the code. The
 * table says that the set-up was completed, at whose end all sessions that had begun without the code were ended.
 * @param userPoolId of the event: a variable with it would make pool and function depend on each other
 */
export const hasFactor = async (
  userId: UserId,
  { table, userPoolId }: { readonly table: Table; readonly userPoolId: string },
): Promise<boolean> => {
  userPool ??= connectUserPool(userPoolId, requestLimits.trigger);
  const [isAsked, since] = await Promise.all([
    asksForCode(userPool, userId),
    secondFactorSince(table, userId),
  ]);
  return isAsked && since !== undefined;
};
