import { randomUUID } from 'node:crypto';
import type { AccountRoutes, accountRoutes } from '#shared/accounts/routes';
import type { RouteResponse } from '#shared/contract/route';
import { toCalendarDate } from '#shared/lib/business-time';
import { secondMs } from '#shared/lib/durations';
import type { UserId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { endLinks } from '../across/end-links.ts';
import { inviteHolder, schoolItself } from '../families/adults.ts';
import { newAccount } from '../families/families.ts';
import { checkDatesOfBirth } from '../families/steps.ts';
import { listFamilyTasks, tasksOf } from '../families/tasks.ts';
import type { AccountDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { endSessions, setEmailVerified, setPassword } from '../lib/identity/users.ts';
import { log } from '../lib/log.ts';
import { countRequest, requestMail } from '../lib/mail/mail-requests.ts';
import { mostSignUpAttempts, otherSignUpMs, signUpMinimumMs } from '../limits.ts';
import { getActiveProfile, type StoredProfile, storePasswordSet, verifyAddress } from './accounts.ts';
import {
  findInvitation,
  getWrongAnswers,
  requireInvitation,
  type StoredInvitation,
  useInvitation,
} from './coaches.ts';
import { getRegistration } from './registrations.ts';
import {
  type Attempt,
  createUser,
  isBrowserOfSignUp,
  openInvitedAccount,
  storeFamily,
  withMinimumDuration,
} from './sign-up-steps.ts';
import { makeCoach } from './steps.ts';
import type { StoredFamily } from './stored-families.ts';
import { findToken, isExpired, releaseToken, type StoredToken, takeToken } from './tokens.ts';

/** A sign-up that was sent twice at once finds its own account; the browser has the answer and the link already. */
const isOwnAccount = async (
  { entered }: Attempt,
  userId: UserId,
  { table }: AccountDeps,
): Promise<boolean> => {
  const profile = await getActiveProfile(table, userId);
  return profile !== undefined && isBrowserOfSignUp(profile, entered.browser_secret);
};

/** A sign-up ends no link that was sent a moment ago: otherwise whoever knows the address could lock its owner out. */
const invitedAgainMs = limits.mailPeriodSeconds * secondMs;

/** Stores nothing of the sign-up, which does not prove the address (BHF-02). @throws ProblemError tooManyAttempts, busy */
const inviteKnownFamily = async (
  family: StoredFamily,
  { entered: { email }, source, now }: Attempt,
  { table }: AccountDeps,
): Promise<'done' | 'lost'> => {
  await countRequest(table, { kind: 'adult-invitation', route: 'signUp', email, source, now });
  const { adult_invited: before } = family;
  if (before?.email === email && now.getTime() - Date.parse(before.invited_at) < invitedAgainMs)
    return 'done';
  // After wrong answers only the office invites: a stranger who reads the mailbox gets no more tries by signing up (FID-09).
  const tasks = tasksOf(await listFamilyTasks(table), family.id);
  if (tasks.some(({ kind }) => kind === 'wrong-answers')) return 'done';
  const tries = await getWrongAnswers(table, family.id);
  const { outcome } = await inviteHolder(table, { family, by: schoolItself, email, now, tries }, []);
  if (outcome === 'busy') throw busy();
  return outcome === 'done' ? 'done' : 'lost';
};

/** Opens the account, or emails the owner of the address that it has an account or a family. */
const tryOpeningAccount = async (
  attempt: Attempt,
  deps: AccountDeps,
): Promise<{ readonly outcome: 'done' | 'lost' }> => {
  const result = await createUser(attempt, deps);
  if (result.outcome === 'lost') return { outcome: 'lost' };
  if (result.outcome === 'known') return { outcome: await inviteKnownFamily(result.family, attempt, deps) };
  const { userId } = result;
  if (result.outcome === 'has-account') {
    if (result.isNew && (await isOwnAccount(attempt, userId, deps))) return { outcome: 'done' };
    const { entered, source } = attempt;
    await requestMail({ kind: 'account-exists', route: 'signUp', email: entered.email, source }, deps);
    return { outcome: 'done' };
  }
  const { children, email, full_name, phone_number } = attempt.entered;
  const person = { id: userId, email, full_name, phone_number, email_verified: false };
  const stored = await storeFamily(newAccount(person, children, attempt.now), attempt, deps);
  if (stored.outcome === 'known') return { outcome: await inviteKnownFamily(stored.family, attempt, deps) };
  if (stored.outcome === 'lost') return { outcome: 'lost' };
  log.info('account.opened', { user: userId });
  return { outcome: 'done' };
};

/** Concurrent sign-ups with one address can end each other; one that was ended begins again. */
const openAccount = async (entered: Omit<Attempt, 'id'>, deps: AccountDeps): Promise<{ success: true }> => {
  for (let begun = 0; begun < mostSignUpAttempts; begun += 1) {
    if ((await tryOpeningAccount({ ...entered, id: randomUUID() }, deps)).outcome === 'done')
      return { success: true };
    // A random pause, so that the same attempts do not meet again.
    await deps.pause(Math.random() * otherSignUpMs);
  }
  throw problem('childrenNotStored');
};

/**
 * All or nothing, with the same answer for a known address (API-02, AUT-18, AUT-20). `faults.integration.test.ts` interrupts
 * each call.
 * @throws ProblemError invalidRequest, childrenNotStored, tooManyAttempts
 */
export const signUp: Operation<AccountRoutes['signUp'], AccountDeps> = ({ body, source }, deps) =>
  withMinimumDuration(signUpMinimumMs, deps.pause, async () => {
    const now = deps.clock();
    checkDatesOfBirth(body.children, toCalendarDate(now, deps.timeZone));
    return openAccount({ entered: body, source, now }, deps);
  });

interface PasswordLink {
  readonly token: string;
  readonly profile: StoredProfile;
  readonly newPassword: string;
}

/** Each step can be repeated. The profile is written last. @returns false where the user or the profile is gone */
const changePassword = async (
  { profile, newPassword }: PasswordLink,
  { table, userPool, clock }: AccountDeps,
): Promise<boolean> => {
  const { id: userId, email, email_verified } = profile;
  if (!(await setPassword(userPool, userId, newPassword))) return false;
  await endSessions(userPool, userId);
  await endLinks(table, profile, { occasion: 'password', now: clock() });
  // The use of the link verifies the address.
  if (!email_verified) await setEmailVerified(userPool, { userId, email });
  const setAt = instantOf(clock());
  const { outcome } = await storePasswordSet(table, profile, setAt);
  if (outcome === 'busy') throw busy();
  return outcome === 'done';
};

/**
 * Takes the token first, so that one of several requests succeeds. After a failed step the same link works again.
 * @returns false where another request took the token, or the account is gone
 */
const setPasswordByLink = async (link: PasswordLink, deps: AccountDeps): Promise<boolean> => {
  const { token, profile } = link;
  const use = randomUUID();
  let isDone = false;
  try {
    isDone = (await takeToken(deps.table, token, use)) && (await changePassword(link, deps));
  } finally {
    if (!isDone) {
      await releaseToken(deps.table, token, { use, now: deps.clock() }).catch((failure: unknown) =>
        log.error('account.link-not-released', failure, { user: profile.id }),
      );
    }
  }
  if (isDone) log.info('account.password-set', { user: profile.id });
  return isDone;
};

type Verification = RouteResponse<typeof accountRoutes.verifyEmail>;

const open = { success: false, alreadyVerified: false, passwordNeeded: false, error: null };

const verification = {
  verified: { ...open, success: true },
  verifiedBefore: { ...open, success: true, alreadyVerified: true },
  passwordNeeded: { ...open, passwordNeeded: true },
  invalid: { ...open, error: 'This verification link is not valid. Please log in to get a new one.' },
  expired: { ...open, error: 'This verification link has expired. Please log in to get a new one.' },
} satisfies Record<string, Verification>;

/** Returns the unverified profile, or the answer where the link verifies nothing. */
const readVerificationLink = async (
  token: string,
  { table, clock }: AccountDeps,
): Promise<{ readonly profile: StoredProfile } | { readonly answer: Verification }> => {
  const stored = await findToken(table, token);
  if (stored?.kind !== 'verify-email') return { answer: verification.invalid };
  const profile = await getActiveProfile(table, stored.user_id);
  if (!profile) return { answer: verification.invalid };
  if (profile.email_verified) return { answer: verification.verifiedBefore };
  if (isExpired(stored, clock())) return { answer: verification.expired };
  // A request with a password has taken the link and has not ended.
  return stored.used_by ? { answer: verification.invalid } : { profile };
};

/** For a link that another request used first, or whose account is being deleted. */
const answerAfterLostRace = async ({ id }: StoredProfile, { table }: AccountDeps): Promise<Verification> =>
  (await getActiveProfile(table, id))?.email_verified ? verification.verifiedBefore : verification.invalid;

/**
 * Any other browser than that of the sign-up needs a password (AUT-42), since a stranger may have entered the address (API-38
 * to API-40). The pool comes first: until the profile is verified the same link works.
 */
export const verifyEmail: Operation<AccountRoutes['verifyEmail'], AccountDeps> = async ({ body }, deps) => {
  const link = await readVerificationLink(body.token, deps);
  if ('answer' in link) return link.answer;
  const { profile } = link;
  if (!isBrowserOfSignUp(profile, body.browser_secret)) return verification.passwordNeeded;
  const { id: userId, email } = profile;
  if (!(await setEmailVerified(deps.userPool, { userId, email }))) return verification.invalid;
  const { outcome } = await verifyAddress(deps.table, profile, body.token);
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') return answerAfterLostRace(profile, deps);
  log.info('account.verified', { user: userId });
  return verification.verified;
};

/** Verifies a link's address with a password that its reader chooses, which replaces that of the sign-up (AUT-42, AUT-43). */
export const confirmEmail: Operation<AccountRoutes['confirmEmail'], AccountDeps> = async ({ body }, deps) => {
  const link = await readVerificationLink(body.token, deps);
  if ('answer' in link) return link.answer;
  const { profile } = link;
  if (await setPasswordByLink({ ...body, profile }, deps)) return verification.verified;
  return answerAfterLostRace(profile, deps);
};

export const resendVerification: Operation<AccountRoutes['resendVerification'], AccountDeps> = (
  { body, source },
  deps,
) => requestMail({ kind: 'verify-email', route: 'resendVerification', email: body.email, source }, deps);

export const requestPasswordReset: Operation<AccountRoutes['requestPasswordReset'], AccountDeps> = (
  { body, source },
  deps,
) => requestMail({ kind: 'reset-password', route: 'requestPasswordReset', email: body.email, source }, deps);

/** A reset outdates all links that were sent before it. */
const isOutdated = ({ created_at }: StoredToken, { password_set_at }: StoredProfile): boolean =>
  password_set_at !== undefined && created_at < password_set_at;

/** Unknown and expired links and other kinds get the same answer; used links get it from `setPasswordByLink`. */
const readLink = async (token: string, { table, clock }: AccountDeps): Promise<StoredProfile> => {
  const stored = await findToken(table, token);
  if (stored?.kind !== 'reset-password' || isExpired(stored, clock())) throw problem('resetLinkInvalid');
  const profile = await getActiveProfile(table, stored.user_id);
  if (!profile || isOutdated(stored, profile)) throw problem('resetLinkInvalid');
  return profile;
};

export const resetPassword: Operation<AccountRoutes['resetPassword'], AccountDeps> = async (
  { body },
  deps,
) => {
  const profile = await readLink(body.token, deps);
  if (!(await setPasswordByLink({ ...body, profile }, deps))) throw problem('resetLinkInvalid');
  return { success: true };
};

/** For password managers. Whoever has the link may know the address, since the link sets the password. */
export const getLinkedAddress: Operation<AccountRoutes['getLinkedAddress'], AccountDeps> = async (
  { body },
  { table, clock },
) => {
  const link = await findToken(table, body.token);
  if (!link || link.used_by || isExpired(link, clock())) return { email: null };
  const profile = await getActiveProfile(table, link.user_id);
  if (!profile || isOutdated(link, profile)) return { email: null };
  return { email: profile.email };
};

const readInvitation = async (link: string, { table, clock }: AccountDeps): Promise<StoredInvitation> => {
  const invitation = await findInvitation(table, { link, role: 'coach', now: clock() });
  if (!invitation) throw problem('invitationInvalid');
  return invitation;
};

const acceptAs = async (invitation: StoredInvitation, userId: UserId, deps: AccountDeps): Promise<void> => {
  const { table } = deps;
  await makeCoach(userId, invitation.invited_by, deps, {
    first: [requireInvitation(table, invitation)],
    last: [useInvitation(table, invitation)],
  });
  log.info('coach-invitation.accepted', { user: userId });
};

export const getCoachInvitation: Operation<AccountRoutes['getCoachInvitation'], AccountDeps> = async (
  { body },
  deps,
) => {
  const { email } = await readInvitation(body.token, deps);
  return { email, has_account: (await getRegistration(deps.table, email))?.holder === 'account' };
};

export const acceptCoachInvitation: Operation<AccountRoutes['acceptCoachInvitation'], AccountDeps> = async (
  { body: { token, ...person }, source },
  deps,
) => {
  const invitation = await readInvitation(token, deps);
  const id = await openInvitedAccount({ ...person, email: invitation.email }, source, deps);
  await acceptAs(invitation, id, deps);
  return { success: true };
};

/**
 * Accepts with the account of the invited address (COA-01).
 * @throws ProblemError invitationInvalid, invitationForOther, profileNotFound, roleChanging, busy
 */
export const acceptMyCoachInvitation: Operation<
  AccountRoutes['acceptMyCoachInvitation'],
  AccountDeps
> = async ({ caller: { userId }, body }, deps) => {
  const profile = await getActiveProfile(deps.table, userId);
  if (!profile) throw problem('profileNotFound');
  const invitation = await readInvitation(body.token, deps);
  if (profile.email !== invitation.email) throw problem('invitationForOther');
  await acceptAs(invitation, userId, deps);
};
