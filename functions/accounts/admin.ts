import type { AdministratorRoutes } from '#shared/accounts/admin-routes';
import type { UserId } from '#shared/lib/ids';
import { pageSizes } from '#shared/limits';
import type { ProfileRole } from '#shared/roles';
import { operatorId } from '#shared/school/activity';
import type { SchoolRoutes } from '#shared/school/admin-routes';
import type { AdminDeps } from '../lib/deps.ts';
import type { Caller } from '../lib/http/caller.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { endSessions, removeFromGroup } from '../lib/identity/users.ts';
import { mailRequestPut } from '../lib/mail/mail-requests.ts';
import { officeInvitationsPerPeriod } from '../limits.ts';
import * as activities from '../school/activity.ts';
import { auditEventPut } from '../school/activity.ts';
import { describeActivity } from '../school/describe-activity.ts';
import {
  getAccount,
  getActiveAccount,
  getActiveProfile,
  getProfile,
  isAdminNow,
  listAdmins as listStoredAdmins,
  type StoredProfile,
  toManagedAccount,
} from './accounts.ts';
import { deleteInvitation, invitationsOf, isCoach, listInvitations, storeInvitation } from './coaches.ts';
import { getRegistration } from './registrations.ts';
import type { RoleState } from './roles.ts';
import { getSecondFactor, listWithSecondFactor } from './second-factor.ts';
import { changeRoleBy, countInvitation, makeAdmin, type RoleDeps, removeSecondFactor } from './steps.ts';

export const listAdmins: Operation<AdministratorRoutes['listAdmins'], AdminDeps> = async (
  _request,
  { table },
) => {
  const [profiles, invitations] = await Promise.all([listStoredAdmins(table), listInvitations(table)]);
  const withFactor = await listWithSecondFactor(
    table,
    profiles.map(({ id }) => id),
  );
  return {
    admins: profiles.map((profile) => ({
      ...toManagedAccount(profile),
      has_second_factor: withFactor.has(profile.id),
    })),
    invitations: invitationsOf(invitations, 'admin'),
  };
};

/** The log is never deleted, so it names neither the address nor its hash. */
const invitationSubject = 'admin-invitation';

export const inviteAdmin: Operation<AdministratorRoutes['inviteAdmin'], AdminDeps> = async (
  { caller, body },
  { table, clock },
) => {
  const now = clock();
  const event = {
    actor_id: caller.userId,
    action: 'admin.invited',
    subject_id: invitationSubject,
  } as const;
  await countInvitation(table, caller.userId, officeInvitationsPerPeriod, now);
  const invited = { email: body.email, by: caller.userId, now, role: 'admin' } as const;
  const { outcome } = await storeInvitation(table, invited, [auditEventPut(table, now, event)]);
  if (outcome !== 'done') throw busy();
  return { email: body.email };
};

export const withdrawAdminInvitation: Operation<
  AdministratorRoutes['withdrawAdminInvitation'],
  AdminDeps
> = async ({ caller, params }, { table, clock }) => {
  const event = {
    actor_id: caller.userId,
    action: 'admin.invitation-withdrawn',
    subject_id: invitationSubject,
  } as const;
  const { outcome } = await deleteInvitation(table, { id: params.invitationId, role: 'admin' }, [
    auditEventPut(table, clock(), event),
  ]);
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') throw problem('notFound');
};

/** Returns the first role that the caller's tokens name (API-27). */
export const getRole: Operation<AdministratorRoutes['getRole'], AdminDeps> = async (
  { params },
  { table },
) => {
  const account = await getAccount(table, params.userId);
  if (!account) throw problem('notFound');
  const isOnlyCoach = account.role === 'parent' && (await isCoach(table, account.id));
  return { user_id: account.id, role: isOnlyCoach ? 'coach' : account.role };
};

export const grantAdmin: Operation<AdministratorRoutes['grantAdmin'], AdminDeps> = async (
  { caller, body },
  deps,
) => {
  const userId = await grantByEmail(body.email, caller.userId, deps);
  const profile = await getProfile(deps.table, userId);
  if (!profile) throw problem('accountNotFound');
  return toManagedAccount(profile);
};

/**
 * Only a verified address and a login show both mailbox and password.
 * @throws ProblemError accountNotFound, emailNotVerified, neverLoggedIn
 */
export const findGrantable = async (
  email: string,
  { table }: Pick<RoleDeps, 'table'>,
): Promise<StoredProfile> => {
  const registration = await getRegistration(table, email);
  if (registration?.holder !== 'account') throw problem('accountNotFound');
  const profile = await getActiveProfile(table, registration.userId);
  if (!profile) throw problem('accountNotFound');
  if (!profile.email_verified) throw problem('emailNotVerified');
  if (!profile.first_login_at) throw problem('neverLoggedIn');
  return profile;
};

/** @throws ProblemError what `findGrantable` and `changeRole` throw */
const grantByEmail = async (email: string, actorId: UserId, deps: RoleDeps): Promise<UserId> => {
  const profile = await findGrantable(email, deps);
  await changeRole(profile, 'admin', actorId, deps);
  return profile.id;
};

/** Revokes another account's admin role. The last administrator keeps the role (ADM-54). */
export const revokeAdmin: Operation<AdministratorRoutes['revokeAdmin'], AdminDeps> = async (
  { caller, params },
  deps,
) => {
  if (params.userId === caller.userId) throw problem('ownRole');
  const account = await getActiveAccount(deps.table, params.userId);
  if (!account) throw problem('notFound');
  await changeRole(account, 'parent', caller.userId, deps);
};

const leaveGroup = async ({ userPool }: RoleDeps, userId: UserId): Promise<void> => {
  if (await removeFromGroup(userPool, userId, 'admin')) await endSessions(userPool, userId);
};

/** @param actorId the account itself for an operator @throws ProblemError accountNotFound, roleChanging, lastAdmin, busy */
export const changeRole = (
  state: RoleState,
  target: ProfileRole,
  actorId: UserId,
  deps: RoleDeps,
): Promise<void> =>
  target === 'admin'
    ? makeAdmin(state, actorId, deps)
    : changeRoleBy({ state, target, actorId, changeGroup: leaveGroup }, deps);

export const listActivity: Operation<SchoolRoutes['listActivity'], AdminDeps> = async (
  { query },
  { table, clock },
) => {
  const limit = pageSizes.usual;
  const before = query.cursor;
  const found = await activities.listActivity(table, { before, now: clock(), limit: limit + 1 });
  const page = found.slice(0, limit);
  return {
    entries: await describeActivity(table, page),
    next_cursor: found.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
};

type Person = Pick<StoredProfile, 'id' | 'email'>;

/** Ends the sessions, emails owner and administrators, and logs (MFA-05). @param by undefined for an operator @throws busy */
export const resetFactorOf = async (
  account: Person,
  by: Person | undefined,
  deps: RoleDeps,
): Promise<void> => {
  const { table, clock } = deps;
  const now = clock();
  const writes = [
    auditEventPut(table, now, {
      actor_id: by?.id ?? operatorId,
      action: 'second-factor.reset',
      subject_id: account.id,
    }),
    mailRequestPut(table, { kind: 'second-factor-reset', email: account.email, now }),
    ...(by ? [mailRequestPut(table, { kind: 'second-factor-reset-by-you', email: by.email, now })] : []),
  ];
  const seen = await getSecondFactor(table, account.id);
  await removeSecondFactor({ userId: account.id, seen, writes }, deps);
};

/** @throws ProblemError ownSecondFactor, noSecondFactor, busy */
export const resetSecondFactor: Operation<AdministratorRoutes['resetSecondFactor'], AdminDeps> = async (
  { caller, params },
  deps,
) => {
  if (params.userId === caller.userId) throw problem('ownSecondFactor');
  const account = await getActiveProfile(deps.table, params.userId);
  const by = await getActiveProfile(deps.table, caller.userId);
  if (!account || !by) throw problem('notFound');
  if (!(await getSecondFactor(deps.table, account.id))) throw problem('noSecondFactor');
  await resetFactorOf(account, by, deps);
};

/** By the table: with an old token a former administrator could grant the role to themselves. @throws ProblemError adminOnly */
export const checkStillAdmin = async (
  { userId }: Caller,
  { table }: Pick<AdminDeps, 'table'>,
): Promise<void> => {
  if (!(await isAdminNow(table, userId))) throw problem('adminOnly');
};
