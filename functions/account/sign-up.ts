import { randomUUID } from 'node:crypto';
import { toCalendarDate } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { UserId } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import { makeChildren } from '../data/families/children.ts';
import { getActiveProfile } from '../data/families/profiles.ts';
import { requestMail } from '../lib/email/request-mail.ts';
import { checkDatesOfBirth } from '../lib/http/check-dates-of-birth.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { problem } from '../lib/http/problem-error.ts';
import { mostSignUpAttempts, otherSignUpMs, signUpMinimumMs } from '../limits.ts';
import { log } from '../log.ts';
import { isBrowserOfSignUp } from './browser-secret.ts';
import type { Attempt } from './create-user.ts';
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

/**
 * Whether an account was opened by this very sign-up, which was sent more than once at the same time. Its browser has the
 * answer and the link already.
 */
const isOwn = async ({ entered }: Attempt, userId: UserId, { table }: AccountDeps): Promise<boolean> => {
  const profile = await getActiveProfile(table, userId);
  return profile !== undefined && isBrowserOfSignUp(profile, entered.browser_secret);
};

/** Opens the account, or requests an email that tells the owner of the address that there is one. */
const openAccount = async (attempt: Attempt, deps: AccountDeps): Promise<'done' | 'lost'> => {
  const result = await createUser(attempt, deps);
  if (result.outcome === 'lost') return 'lost';
  const { userId } = result;
  if (result.outcome === 'has-account') {
    if (result.isNew && (await isOwn(attempt, userId, deps))) return 'done';
    const { entered, source } = attempt;
    await requestMail({ kind: 'account-exists', route: 'signUp', email: entered.email, source }, deps);
    return 'done';
  }
  if ((await storeFamily(newFamily(userId, attempt), attempt, deps)) === 'lost') return 'lost';
  log.info('account.opened', { user: userId });
  return 'done';
};

/** Sign-ups with one address at the same time can end each other. One that was ended begins again. */
const openInTheEnd = async (entered: Omit<Attempt, 'id'>, deps: AccountDeps): Promise<{ success: true }> => {
  for (let begun = 0; begun < mostSignUpAttempts; begun += 1) {
    if ((await openAccount({ ...entered, id: randomUUID() }, deps)) === 'done') return { success: true };
    // Different times, so that the same attempts do not meet again.
    await deps.pause(Math.random() * otherSignUpMs);
  }
  throw problem('childrenNotStored');
};

/**
 * Opens an account with its children, all or nothing (API-02, AUT-18, AUT-20), and requests its verification email. The
 * answer is the same where the address has an account. `faults.integration.test.ts` interrupts it at each call.
 * @throws ProblemError invalidRequest, childrenNotStored, tooManyAttempts
 */
export const signUp: Operation<'signUp', AccountDeps> = ({ body, source }, deps) =>
  withMinimumDuration(signUpMinimumMs, deps.pause, async () => {
    const now = deps.clock();
    checkDatesOfBirth(body.children, toCalendarDate(now, deps.timeZone));
    return openInTheEnd({ entered: body, source, now }, deps);
  });
