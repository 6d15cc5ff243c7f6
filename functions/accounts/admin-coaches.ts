import type { CoachAdminRoutes } from '#shared/accounts/admin-routes';
import type { Coach } from '#shared/accounts/coaches';
import { instantOf } from '#shared/lib/values';
import { retryRefused } from '../lib/contention.ts';
import type { AdminDeps } from '../lib/deps.ts';
import type { Operation, OperationRequest } from '../lib/http/operation.ts';
import { applyEdit, busy, problem } from '../lib/http/problem-error.ts';
import { removeFromGroup } from '../lib/identity/users.ts';
import { officeInvitationsPerPeriod } from '../limits.ts';
import { auditEventPut, changedFields } from '../school/activity.ts';
import { readActiveProfiles, type StoredProfile } from './accounts.ts';
import { findGrantable } from './admin.ts';
import * as coaches from './coaches.ts';
import { deleteInvitation, invitationsOf, listInvitations, storeInvitation } from './coaches.ts';
import { listWithSecondFactor } from './second-factor.ts';
import { countInvitation, makeCoach } from './steps.ts';

export const listCoaches: Operation<CoachAdminRoutes['listCoaches'], AdminDeps> = async (
  _request,
  { table },
) => {
  const [stored, invitations] = await Promise.all([coaches.listCoaches(table), listInvitations(table)]);
  const ids = stored.map(({ id }) => id);
  const [profileOf, withFactor] = await Promise.all([
    readActiveProfiles(table, ids),
    listWithSecondFactor(table, ids),
  ]);
  const listed = stored.flatMap((coach) => {
    const profile = profileOf(coach.id);
    return profile ? [{ ...toCoach(profile, coach), has_second_factor: withFactor.has(coach.id) }] : [];
  });
  return {
    coaches: listed.toSorted((one, other) => one.full_name.localeCompare(other.full_name, 'en')),
    invitations: invitationsOf(invitations, 'coach'),
  };
};

export const grantCoach: Operation<CoachAdminRoutes['grantCoach'], AdminDeps> = async (
  { caller, body },
  deps,
) => {
  const profile = await findGrantable(body.email, deps);
  await makeCoach(profile.id, caller.userId, deps);
  const coach = await coaches.getCoach(deps.table, profile.id);
  if (!coach) throw problem('roleChanging');
  return toCoach(profile, coach);
};

/** Revokes the role coach. It ends with the first step, whatever the account's tokens say (COA-05). The account stays. */
export const revokeCoach: Operation<CoachAdminRoutes['revokeCoach'], AdminDeps> = async (
  { caller, params },
  deps,
) => {
  const { table, userPool, clock } = deps;
  const now = clock();
  const event = { actor_id: caller.userId, action: 'coach.revoked', subject_id: params.userId } as const;
  const { outcome } = await coaches.beginCoachRevocation(table, params.userId, instantOf(now), [
    auditEventPut(table, now, event),
  ]);
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') throw problem('notFound');
  await removeFromGroup(userPool, params.userId, 'coach');
  await coaches.endCoachRevocation(table, params.userId);
};

/** @returns undefined where the checks were changed since they were read */
const changeChecks = async (
  { caller, params, body }: OperationRequest<CoachAdminRoutes['setCoachChecks']>,
  { table, clock }: AdminDeps,
): Promise<'done' | undefined> => {
  const before = await coaches.getCoach(table, params.userId);
  if (!before) throw problem('notFound');
  const { background_check, first_aid } = before;
  const checks = applyEdit({ background_check, first_aid }, body);
  const fields = changedFields(before, checks);
  if (fields.length === 0) return 'done';
  const event = {
    actor_id: caller.userId,
    action: 'coach.checked',
    subject_id: params.userId,
    fields,
  } as const;
  const { outcome } = await coaches.storeChecks(table, before, checks, [
    auditEventPut(table, clock(), event),
  ]);
  if (outcome === 'busy') throw busy();
  return outcome === 'done' ? 'done' : undefined;
};

export const setCoachChecks: Operation<CoachAdminRoutes['setCoachChecks'], AdminDeps> = async (
  request,
  deps,
) => {
  await retryRefused(() => changeChecks(request, deps));
};

const toCoach = (
  { full_name, email, phone_number }: StoredProfile,
  { id, pending, background_check, first_aid }: coaches.StoredCoach,
): Coach => ({
  id,
  full_name,
  email,
  phone_number,
  pending: pending !== undefined,
  checks: { background_check, first_aid },
});

/** The log is never deleted, so it names neither the address nor its hash. */
const subject_id = 'coach-invitation';

export const inviteCoach: Operation<CoachAdminRoutes['inviteCoach'], AdminDeps> = async (
  { caller, body },
  { table, clock },
) => {
  const now = clock();
  const event = { actor_id: caller.userId, action: 'coach.invited', subject_id } as const;
  await countInvitation(table, caller.userId, officeInvitationsPerPeriod, now);
  const { outcome } = await storeInvitation(table, { email: body.email, by: caller.userId, now }, [
    auditEventPut(table, now, event),
  ]);
  if (outcome !== 'done') throw busy();
  return { email: body.email };
};

export const withdrawCoachInvitation: Operation<
  CoachAdminRoutes['withdrawCoachInvitation'],
  AdminDeps
> = async ({ caller, params }, { table, clock }) => {
  const event = { actor_id: caller.userId, action: 'coach.invitation-withdrawn', subject_id } as const;
  const { outcome } = await deleteInvitation(table, { id: params.invitationId, role: 'coach' }, [
    auditEventPut(table, clock(), event),
  ]);
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') throw problem('notFound');
};
