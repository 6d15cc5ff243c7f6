import type { AccountRoutes } from '#shared/accounts/routes';
import type { AccountDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { problem } from '../lib/http/problem-error.ts';
import { log } from '../lib/log.ts';
import { getActiveProfile, type StoredProfile } from './accounts.ts';
import type { StoredInvitation } from './coaches.ts';
import { findAdminInvitation, invitationClaim, invitationEnd, nameAdmin } from './openings.ts';
import { getRegistration } from './registrations.ts';
import { openInvitedAccount } from './sign-up-steps.ts';
import { makeAdmin } from './steps.ts';

const readInvitation = async (link: string, { table, clock }: AccountDeps): Promise<StoredInvitation> => {
  const invitation = await findAdminInvitation(table, link, clock());
  if (!invitation) throw problem('adminInvitationInvalid');
  return invitation;
};

/** Gives the role. The first step takes the link for this account alone, and the last one ends it. */
const accept = async (
  invitation: StoredInvitation,
  profile: StoredProfile,
  deps: AccountDeps,
): Promise<void> => {
  const { table } = deps;
  // Who opens the school on the screen is nobody's guest: the command only made the link.
  await makeAdmin(profile, invitation.opens_school ? profile.id : invitation.invited_by, deps, {
    first: invitationClaim(table, invitation, profile.id),
    last: invitationEnd(table, invitation),
  });
  log.info('admin-invitation.accepted', { user: profile.id });
};

/**
 * What the page of a link shows (SCH-01). Whoever has it reads the mailbox of the address, or the operator's terminal.
 * @throws ProblemError adminInvitationInvalid
 */
export const getAdminInvitation: Operation<AccountRoutes['getAdminInvitation'], AccountDeps> = async (
  { body },
  deps,
) => {
  const { email, opens_school } = await readInvitation(body.token, deps);
  const registration = email === '' ? undefined : await getRegistration(deps.table, email);
  return {
    email: email || null,
    has_account: registration?.holder === 'account',
    opens_school: opens_school === true,
  };
};

/**
 * Opens the account of an administrator, without a family and without a child (SCH-01). Where it is interrupted after the
 * account was opened, its owner logs in and accepts with the same link.
 * @throws ProblemError adminInvitationInvalid, invitationForOther, roleChanging, and those of `openInvitedAccount`
 */
export const acceptAdminInvitation: Operation<AccountRoutes['acceptAdminInvitation'], AccountDeps> = async (
  { body: { token, ...person }, source },
  deps,
) => {
  const invitation = await readInvitation(token, deps);
  if (!(await nameAdmin(deps.table, invitation, person.email))) throw problem('invitationForOther');
  const id = await openInvitedAccount({ ...person, phone_number: '' }, source, deps);
  const profile = await getActiveProfile(deps.table, id);
  if (!profile) throw problem('roleChanging');
  await accept(invitation, profile, deps);
  return { success: true };
};

/**
 * Makes the caller an administrator, whose address must be that of the link (SCH-01).
 * @throws ProblemError adminInvitationInvalid, invitationForOther, profileNotFound, roleChanging, busy
 */
export const acceptMyAdminInvitation: Operation<
  AccountRoutes['acceptMyAdminInvitation'],
  AccountDeps
> = async ({ caller: { userId }, body }, deps) => {
  const profile = await getActiveProfile(deps.table, userId);
  if (!profile) throw problem('profileNotFound');
  const invitation = await readInvitation(body.token, deps);
  if (!(await nameAdmin(deps.table, invitation, profile.email))) throw problem('invitationForOther');
  await accept(invitation, profile, deps);
};
