import { requestLimits, withoutDeadline } from '#functions/aws-requests';
import { systemClock } from '#functions/clock';
import { makeRecoveryCodes, putSecondFactor } from '#functions/data/families/second-factor';
import { getRegistration } from '#functions/data/registrations/registrations';
import { connectTable } from '#functions/data/table';
import { instantOf } from '#shared/domain/time/instant-of';
import type { GrantedRole } from '#shared/roles';
import { resourceNames } from '../addresses.ts';
import type { Authenticators } from '../cognito/authenticators.ts';
import { adminFamily, coachFamilies } from './sample-families.ts';

const samplesOf = { admin: [adminFamily], coach: coachFamilies };

/** Gives the sample accounts of the roles that need a second factor one, unless they have it. Its codes are on a local page. */
export const addAuthenticators = async (
  roles: readonly GrantedRole[],
  authenticators: Pick<Authenticators, 'add'>,
): Promise<void> => {
  const table = connectTable(resourceNames.table, requestLimits.unhurried);
  for (const { email } of roles.flatMap((role) => samplesOf[role])) {
    const account = await getRegistration(table, email);
    if (account?.holder !== 'account') continue;
    if (await authenticators.add(account.userId))
      await withoutDeadline(() =>
        putSecondFactor(table, account.userId, {
          at: instantOf(systemClock()),
          codes: makeRecoveryCodes(),
        }),
      );
  }
  table.client.destroy();
};
