import { randomUUID } from 'node:crypto';
import { toCalendarDate } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { UserId } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import { makeChildren } from '../data/families/children.ts';
import { requestMail } from '../lib/email/request-mail.ts';
import { checkDatesOfBirth } from '../lib/http/check-dates-of-birth.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { signUpMinimumMs } from '../limits.ts';
import { log } from '../log.ts';
import type { Attempt } from './attempt.ts';
import { createUser } from './create-user.ts';
import type { AccountDeps } from './deps.ts';
import { storeFamily } from './store-family.ts';
import { withMinimumDuration } from './with-minimum-duration.ts';

const newFamily = (userId: UserId, { entered, now }: Attempt): Family => ({
  profile: {
    id: userId,
    email: entered.email,
    full_name: entered.full_name,
    phone_number: entered.phone_number,
    created_at: instantOf(now),
    email_verified: false,
  },
  children: makeChildren(userId, entered.children, now),
});

/** Opens the account, or requests an email that tells the owner of the address that there is one. */
const openAccount = async (attempt: Attempt, deps: AccountDeps): Promise<{ success: true }> => {
  const userId = await createUser(attempt, deps);
  if (!userId) {
    const { entered, source } = attempt;
    return requestMail({ kind: 'account-exists', route: 'signUp', email: entered.email, source }, deps);
  }
  await storeFamily(newFamily(userId, attempt), attempt, deps);
  log.info('account.opened', { user: userId });
  return { success: true };
};

/**
 * Opens an account with its children, all or nothing (API-02, AUT-18, AUT-20), and requests its verification email. The
 * answer is the same where the address has an account. docs/decisions/0007-accounts.md goes through all interruptions.
 * @throws ProblemError invalidRequest, childrenNotStored, tooManyAttempts
 */
export const signUp: Operation<'signUp', AccountDeps> = ({ body, source }, deps) =>
  withMinimumDuration(signUpMinimumMs, deps.pause, async () => {
    const now = deps.clock();
    checkDatesOfBirth(body.children, toCalendarDate(now, deps.timeZone));
    return openAccount({ id: randomUUID(), entered: body, source, now }, deps);
  });
