import type { AdultRoutes } from '#shared/accounts/adult-routes';
import { brand } from '#shared/brand';
import type { UserId } from '#shared/lib/ids';
import { memberGroup } from '#shared/roles';
import { joinFamily, storeAdultInvitation, withdrawAdultInvitation as withdraw } from '../families/adults.ts';
import { getFamily } from '../families/families.ts';
import type { AccountDeps } from '../lib/deps.ts';
import type { FamilyCaller } from '../lib/http/caller.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { addToGroup } from '../lib/identity/users.ts';
import { log } from '../lib/log.ts';
import { mailRequestPut } from '../lib/mail/mail-requests.ts';
import { auditEventPut } from '../school/activity.ts';
import { deleteFeed } from '../sessions/calendar-feeds.ts';
import { endAdult } from './adult-steps.ts';
import { findInvitation, type StoredInvitation } from './coaches.ts';
import { familyRoleOf, getActiveProfile, type StoredProfile } from './profiles.ts';
import { getRegistration } from './registrations.ts';
import { openInvitedAccount } from './sign-up-steps.ts';

/** The family of the caller, who must be its holder: read from the table, so that a change of it counts at once. */
const readHeldFamily = async (
  { userId, familyId }: FamilyCaller,
  { table }: AccountDeps,
): Promise<{ family: StoredProfile; holder: StoredProfile }> => {
  const holder = await getActiveProfile(table, userId);
  const family = familyId === userId ? holder : await getActiveProfile(table, familyId);
  if (!holder || !family || (holder.member_of ?? holder.id) !== family.id) throw problem('profileNotFound');
  if (familyRoleOf(holder) !== 'holder') throw problem('holderOnly');
  return { family, holder };
};

/**
 * Invites an address to be the second adult of the holder's family by an email with a link (ADT-01); again, which ends the link
 * before.
 * @throws ProblemError profileNotFound, holderOnly, adultExists, ownInvitation, busy
 */
export const inviteAdult: Operation<AdultRoutes['inviteAdult'], AccountDeps> = async (
  { caller, body: { email } },
  deps,
) => {
  const { family, holder } = await readHeldFamily(caller, deps);
  const { table, clock } = deps;
  if (family.second_adult) throw problem('adultExists');
  if (email === holder.email || email === family.email) throw problem('ownInvitation');
  const now = clock();
  const { outcome } = await storeAdultInvitation(table, { family, by: holder.id, email, now }, [
    auditEventPut(table, now, {
      actor_id: holder.id,
      action: 'family.adult-invited',
      subject_id: family.id,
    }),
  ]);
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') throw problem('adultExists');
  return { success: true };
};

/** Withdraws the invitation: its link ends. @throws ProblemError profileNotFound, holderOnly, busy */
export const withdrawAdultInvitation: Operation<AdultRoutes['withdrawAdultInvitation'], AccountDeps> = async (
  { caller },
  deps,
) => {
  const { family } = await readHeldFamily(caller, deps);
  const { outcome } = await withdraw(deps.table, family.id, []);
  if (outcome === 'busy') throw busy();
};

/**
 * Ends the access of the second adult: by the holder, or by the adult who leaves (ADT-02).
 * @throws ProblemError as `endAdult` does
 */
export const endAdultAccess: Operation<AdultRoutes['endAdultAccess'], AccountDeps> = async (
  { caller: { userId, familyId } },
  deps,
) => {
  await endAdult({ familyId, actorId: userId, endsWith: 'nothing' }, deps);
};

type AdultInvitation = StoredInvitation & { readonly family_id: UserId };

const readInvitation = async (link: string, { table, clock }: AccountDeps): Promise<AdultInvitation> => {
  const invitation = await findInvitation(table, { link, role: 'adult', now: clock() });
  if (!invitation?.family_id) throw problem('invitationInvalid');
  return { ...invitation, family_id: invitation.family_id };
};

/**
 * Makes an account the second adult. It joins the group before it is one: from then on each of its tokens says that the table is
 * to be asked.
 */
const accept = async (
  invitation: AdultInvitation,
  account: StoredProfile,
  deps: AccountDeps,
): Promise<void> => {
  const { table, userPool, clock } = deps;
  const now = clock();
  const inviter = await getActiveProfile(table, invitation.invited_by);
  if (!(await addToGroup(userPool, account.id, memberGroup))) throw problem('profileNotFound');
  await deleteFeed(table, account.id);
  const { outcome } = await joinFamily(table, account, invitation, [
    auditEventPut(table, now, {
      actor_id: account.id,
      action: 'family.adult-joined',
      subject_id: invitation.family_id,
    }),
    // The office sees it on the family's page.
    ...(inviter && !invitation.holds
      ? [mailRequestPut(table, { kind: 'adult-joined', email: inviter.email, now })]
      : []),
  ]);
  if (outcome === 'has-family') throw problem('hasFamily');
  if (outcome === 'adult-exists') throw problem('adultExists');
  if (outcome === 'no-invitation') throw problem('invitationInvalid');
  if (outcome === 'busy') throw busy();
  log.info('adult-invitation.accepted', { user: account.id });
};

/**
 * What the page of an invitation shows (ADT-01): the invited address, who invited it, and whether it has an account. Whoever has
 * the link reads the mailbox of the address.
 * @throws ProblemError invitationInvalid
 */
export const getAdultInvitation: Operation<AdultRoutes['getAdultInvitation'], AccountDeps> = async (
  { body },
  deps,
) => {
  const { email, invited_by, family_id, holds } = await readInvitation(body.token, deps);
  const [known, inviter, registration] = await Promise.all([
    holds && getFamily(deps.table, family_id),
    getActiveProfile(deps.table, invited_by),
    getRegistration(deps.table, email),
  ]);
  // The office invites, whoever of it pressed.
  const invited_by_name = known ? brand.name : inviter?.full_name;
  if (!invited_by_name) throw problem('invitationInvalid');
  return {
    email,
    invited_by: invited_by_name,
    has_account: registration?.holder === 'account',
    // What only the family can answer is not shown, nor is it known.
    ...(known && {
      known: {
        full_name: known.profile.full_name,
        phone_number: known.profile.phone_number,
        children: known.children.map(({ name, date_of_birth }) => ({ name, date_of_birth })),
      },
    }),
  };
};

/**
 * Opens the account of an invited second adult, whose address the link proves (AUT-42). Where it is interrupted after the account
 * was opened, the invited logs in and accepts with the same link.
 * @throws ProblemError invitationInvalid, adultExists, hasFamily, and those of `openInvitedAccount`
 */
export const acceptAdultInvitation: Operation<AdultRoutes['acceptAdultInvitation'], AccountDeps> = async (
  { body: { token, ...person }, source },
  deps,
) => {
  const invitation = await readInvitation(token, deps);
  const id = await openInvitedAccount({ ...person, email: invitation.email }, source, deps);
  const account = await getActiveProfile(deps.table, id);
  if (!account) throw busy();
  await accept(invitation, account, deps);
  return { success: true };
};

/**
 * Accepts with the caller's account, which is that of the invited address, and has no child, booking or money (ADT-02).
 * @throws ProblemError invitationInvalid, invitationForOther, adultExists, hasFamily, profileNotFound, busy
 */
export const acceptMyAdultInvitation: Operation<AdultRoutes['acceptMyAdultInvitation'], AccountDeps> = async (
  { caller: { userId }, body },
  deps,
) => {
  const account = await getActiveProfile(deps.table, userId);
  if (!account) throw problem('profileNotFound');
  const invitation = await readInvitation(body.token, deps);
  if (account.email !== invitation.email) throw problem('invitationForOther');
  await accept(invitation, account, deps);
};
