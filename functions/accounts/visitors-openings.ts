import type { AccountRoutes } from '#shared/accounts/routes';
import type { AccountDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { problem } from '../lib/http/problem-error.ts';
import { log } from '../lib/log.ts';
import { getActiveProfile, type StoredProfile } from './accounts.ts';
import type { StoredInvitation } from './coaches.ts';
import { endInvitation, findAdminInvitation, reserveInvitation, setAddressOfLink } from './openings.ts';
import { getRegistration } from './registrations.ts';
import { openInvitedAccount } from './sign-up-steps.ts';
import { makeAdmin } from './steps.ts';

const readInvitation = async (link: string, { table, clock }: AccountDeps): Promise<StoredInvitation> => {
  const invitation = await findAdminInvitation(table, link, clock());
  if (!invitation) throw problem('adminInvitationInvalid');
  return invitation;
};

const acceptAs = async (
  invitation: StoredInvitation,
  profile: StoredProfile,
  deps: AccountDeps,
): Promise<void> => {
  const { table } = deps;
  // The person who opens the school counts as the actor: the operator's command only made the link.
  await makeAdmin(profile, invitation.opens_school ? profile.id : invitation.invited_by, deps, {
    first: reserveInvitation(table, invitation, profile.id),
    last: endInvitation(table, invitation),
  });
  log.info('admin-invitation.accepted', { user: profile.id });
};

/** For who reads the mailbox, or the operator's terminal (SCH-01). @throws ProblemError adminInvitationInvalid */
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

export const acceptAdminInvitation: Operation<AccountRoutes['acceptAdminInvitation'], AccountDeps> = async (
  { body: { token, ...person }, source },
  deps,
) => {
  const invitation = await readInvitation(token, deps);
  if (!(await setAddressOfLink(deps.table, invitation, person.email))) throw problem('invitationForOther');
  const id = await openInvitedAccount({ ...person, phone_number: '' }, source, deps);
  const profile = await getActiveProfile(deps.table, id);
  if (!profile) throw problem('roleChanging');
  await acceptAs(invitation, profile, deps);
  return { success: true };
};

/**
 * Accepts with the account of the link's address (SCH-01).
 * @throws ProblemError adminInvitationInvalid, invitationForOther, profileNotFound, roleChanging, busy
 */
export const acceptMyAdminInvitation: Operation<
  AccountRoutes['acceptMyAdminInvitation'],
  AccountDeps
> = async ({ caller: { userId }, body }, deps) => {
  const profile = await getActiveProfile(deps.table, userId);
  if (!profile) throw problem('profileNotFound');
  const invitation = await readInvitation(body.token, deps);
  if (!(await setAddressOfLink(deps.table, invitation, profile.email))) throw problem('invitationForOther');
  await acceptAs(invitation, profile, deps);
};
