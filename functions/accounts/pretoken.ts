import type { UserId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { requestLimits } from '../lib/aws-requests.ts';
import { systemClock } from '../lib/clock.ts';
import { asksForCode } from '../lib/identity/second-factor.ts';
import { connectUserPool, type UserPool } from '../lib/identity/users.ts';
import type { Table } from '../lib/table.ts';
import { isConfirmedFactor, openSecondFactor } from './second-factor.ts';

let userPool: UserPool | undefined;

export const openFactor = (userId: UserId, table: Table): Promise<void> =>
  openSecondFactor(table, userId, instantOf(systemClock()));

/**
 * The pool knows whether sign-ins ask for the code, the table that the set-up was completed, which ended other sessions. A
 * factor that was switched off needs a new set-up.
 * @param userPoolId from the event, since a variable with it would make pool and function depend on each other
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
