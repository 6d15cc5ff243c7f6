import { getRegistration } from '#functions/accounts/registrations';
import { makeRecoveryCodes, putSecondFactor } from '#functions/accounts/second-factor';
import { requestLimits, withoutDeadline } from '#functions/lib/aws-requests';
import { systemClock } from '#functions/lib/clock';
import { addUser, setEmailVerified, type UserPool } from '#functions/lib/identity/users';
import { connectTable, type Table } from '#functions/lib/table';
import { photoAnswer } from '#shared/families/children';
import { answeredHealth, unansweredHealth } from '#shared/families/health';
import { addDays } from '#shared/lib/calendar';
import { dayMs } from '#shared/lib/durations';
import type { UserId } from '#shared/lib/ids';
import { type CalendarDate, type Instant, instantOf } from '#shared/lib/values';
import type { GrantedRole } from '#shared/roles';
import { resourceNames } from '../addresses.ts';
import type { Authenticators } from '../cognito/software-tokens.ts';
import { demoPassword } from './demo-accounts.ts';
import { putFamily } from './put.ts';
import { adminFamily, coachFamilies, type DemoFamily, type SampleChild } from './sample-families.ts';
import { newFamily, type SampleFamily } from './world.ts';

const createAccount = async (userPool: UserPool, email: string): Promise<UserId> => {
  const userId = await addUser(userPool, { email, password: demoPassword });
  if (!userId) throw new Error(`The user pool has a user of the sample address ${email}`);
  await setEmailVerified(userPool, { userId, email });
  return userId;
};

/** The card of a sample child, which its account answered ten days ago. */
const cardOf = ({ medical, contacts = [], photos }: SampleChild, now: Date, joined: Instant, by: UserId) => {
  const at = instantOf(new Date(now.getTime() - 10 * dayMs));
  const known = { medical_conditions: medical ?? null, nothing_to_know: true };
  return {
    ...(medical === null ? unansweredHealth : answeredHealth(known, joined)),
    contacts: [...contacts],
    photos_school: photos ? photoAnswer(photos.school, at, by) : null,
    photos_web: photos ? photoAnswer(photos.web, at, by) : null,
    card_confirmed_at: contacts.length > 0 || photos ? at : null,
  };
};

const daysPerYear = 365.25;
const memberForDays = 150;

export const storeFamily = async (
  table: Table,
  userPool: UserPool,
  sample: DemoFamily,
  { now, today }: { readonly now: Date; readonly today: CalendarDate },
): Promise<SampleFamily> => {
  const joined = new Date(now.getTime() - memberForDays * dayMs);
  const created_at = instantOf(joined);
  const id = await createAccount(userPool, sample.email);
  const family = newFamily({
    id,
    joined,
    email: sample.email,
    full_name: sample.name,
    phone_number: sample.phone,
    children: sample.children.map((child) => ({
      name: child.name,
      date_of_birth: addDays(today, -Math.round((child.age + 0.4) * daysPerYear)),
      ...cardOf(child, now, created_at, id),
    })),
  });
  await putFamily(table, family);
  return family;
};

const samplesOf = { admin: [adminFamily], coach: coachFamilies };

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
