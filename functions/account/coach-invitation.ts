import { randomUUID } from 'node:crypto';
import { instantOf } from '#shared/domain/time/instant-of';
import type { UserId } from '#shared/schemas/ids';
import {
  findInvitation,
  invitationInForce,
  invitationUse,
  type StoredInvitation,
} from '../data/coaches/invitations.ts';
import { getActiveProfile } from '../data/families/profiles.ts';
import { getRegistration } from '../data/registrations/registrations.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { makeCoach } from '../lib/identity/make-coach.ts';
import { markEmailVerified } from '../lib/identity/users.ts';
import { log } from '../log.ts';
import { type Attempt, createUser } from './create-user.ts';
import type { AccountDeps } from './deps.ts';
import { storeFamily } from './store-family.ts';

const readInvitation = async (link: string, { table, clock }: AccountDeps): Promise<StoredInvitation> => {
  const invitation = await findInvitation(table, link, clock());
  if (!invitation) throw problem('invitationInvalid');
  return invitation;
};

/** Gives the role, which uses the invitation up with its last step. */
const accept = async (invitation: StoredInvitation, userId: UserId, deps: AccountDeps): Promise<void> => {
  const { table } = deps;
  await makeCoach(userId, invitation.invited_by, deps, {
    first: [invitationInForce(table, invitation)],
    last: [invitationUse(table, invitation)],
  });
  log.info('coach-invitation.accepted', { user: userId });
};

/**
 * What an invitation's page shows (COA-01): the invited address, and whether it has an account. Whoever has the link reads the
 * mailbox of the address.
 * @throws ProblemError invitationInvalid
 */
export const getCoachInvitation: Operation<'getCoachInvitation', AccountDeps> = async ({ body }, deps) => {
  const { email } = await readInvitation(body.token, deps);
  return { email, has_account: (await getRegistration(deps.table, email))?.holder === 'account' };
};

/**
 * Opens the account of an invited coach, whose address the link proves, and gives the role (COA-01). Where it is interrupted
 * after the account was opened, the invited logs in and accepts with the same link.
 * @throws ProblemError invitationInvalid, invitationHasAccount, roleChanging, busy, and those of `storeFamily`
 */
export const acceptCoachInvitation: Operation<'acceptCoachInvitation', AccountDeps> = async (
  { body: { token, ...person }, source },
  deps,
) => {
  const invitation = await readInvitation(token, deps);
  const { email } = invitation;
  const now = deps.clock();
  const attempt: Attempt = {
    ...{ id: randomUUID(), source, now },
    entered: { ...person, email, children: [] },
  };
  const created = await createUser(attempt, deps);
  if (created.outcome === 'has-account') throw problem('invitationHasAccount');
  if (created.outcome === 'lost') throw busy();
  const { userId: id } = created;
  // Before the family is stored: from then on the account is whole.
  await markEmailVerified(deps.userPool, { userId: id, email });
  const { full_name, phone_number } = person;
  const profile = { id, email, full_name, phone_number, created_at: instantOf(now), email_verified: true };
  if ((await storeFamily({ profile, children: [] }, attempt, deps)) === 'lost') throw busy();
  log.info('account.opened', { user: id });
  await accept(invitation, id, deps);
  return { success: true };
};

/**
 * Accepts an invitation with the caller's account, which must be that of the invited address (COA-01).
 * @throws ProblemError invitationInvalid, invitationForOther, profileNotFound, roleChanging, busy
 */
export const acceptMyCoachInvitation: Operation<'acceptMyCoachInvitation', AccountDeps> = async (
  { caller: { userId }, body },
  deps,
) => {
  const profile = await getActiveProfile(deps.table, userId);
  if (!profile) throw problem('profileNotFound');
  const invitation = await readInvitation(body.token, deps);
  if (profile.email !== invitation.email) throw problem('invitationForOther');
  await accept(invitation, userId, deps);
};
