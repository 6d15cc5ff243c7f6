import type { UserId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { requestLimits } from '../lib/aws-requests.ts';
import { systemClock } from '../lib/clock.ts';
import { asksForCode } from '../lib/identity/second-factor.ts';
import { connectUserPool, type UserPool } from '../lib/identity/users.ts';
import type { Table } from '../lib/table.ts';
import { isConfirmedFactor, openSecondFactor } from './second-factor.ts';

let userPool: UserPool | undefined;

/** Notes that the second factor of an account may be replaced from now on. */
export const openFactor = (userId: UserId, table: Table): Promise<void> =>
  openSecondFactor(table, userId, instantOf(systemClock()));

/**
 * Whether an account has a second factor. Both are needed. The user pool alone knows whether sign-ins ask for the code. The
 * table says that the set-up was completed, at whose end all sessions that had begun without the code were ended. A factor that
 * is found switched off counts again only after a new set-up, whoever switches it on.
 * @param userPoolId of the event: a variable with it would make pool and function depend on each other
 */
export const hasFactor = async (
  userId: UserId,
  { table, userPoolId }: { readonly table: Table; readonly userPoolId: string },
): Promise<boolean> => {
  userPool ??= connectUserPool(userPoolId, requestLimits.trigger);
  const [isAsked, isConfirmed] = await Promise.all([
    asksForCode(userPool, userId),
    isConfirmedFactor(table, userId),
  ]);
  if (isConfirmed && !isAsked) await openFactor(userId, table);
  return isAsked && isConfirmed;
};
