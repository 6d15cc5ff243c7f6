import { ascending } from '#shared/domain/lists/ascending';
import { instantOf } from '#shared/domain/time/instant-of';
import type { Coach } from '#shared/schemas/coach';
import { auditEventPut } from '../../data/audit/activity.ts';
import * as coaches from '../../data/coaches/coaches.ts';
import { listInvitations } from '../../data/coaches/invitations.ts';
import { readActiveProfiles } from '../../data/families/read-profiles.ts';
import { listWithSecondFactor } from '../../data/families/second-factor.ts';
import type { StoredProfile } from '../../data/families/stored-profile.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import { makeCoach } from '../../lib/identity/make-coach.ts';
import { removeFromGroup } from '../../lib/identity/role-group.ts';
import { findGrantable } from '../administrators/administrators.ts';
import { changedFields } from '../changed-fields.ts';
import type { AdminDeps } from '../deps.ts';

/** The accounts with the role coach by name, also those whose role is changing, and who is invited. */
export const listCoaches: Operation<'listCoaches', AdminDeps> = async (_request, { table }) => {
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
    invitations: invitations
      .map(({ id, email, invited_at, valid_until }) => ({ id, email, invited_at, valid_until }))
      .toSorted((one, other) => ascending(one.email, other.email)),
  };
};

/** Makes the account with an email a coach (COA-01). It stays a parent or an administrator. */
export const grantCoach: Operation<'grantCoach', AdminDeps> = async ({ caller, body }, deps) => {
  const profile = await findGrantable(body.email, deps);
  await makeCoach(profile.id, caller.userId, deps);
  const coach = await coaches.getCoach(deps.table, profile.id);
  if (!coach) throw problem('roleChanging');
  return toCoach(profile, coach);
};

/**
 * Takes the role coach from an account. It has no role from the first step on, whatever its tokens say (COA-05). Its sign-in
 * stays: it may be a parent's.
 */
export const revokeCoach: Operation<'revokeCoach', AdminDeps> = async ({ caller, params }, deps) => {
  const { table, userPool, clock } = deps;
  const now = clock();
  const event = { actor_id: caller.userId, action: 'coach.revoked', subject_id: params.userId } as const;
  const begun = await coaches.beginCoachRevocation(table, params.userId, instantOf(now), [
    auditEventPut(table, now, event),
  ]);
  if (begun === 'busy') throw busy();
  if (begun === 'refused') throw problem('notFound');
  await removeFromGroup(userPool, params.userId, 'coach');
  await coaches.endCoachRevocation(table, params.userId);
};

/** Stores until when a coach's checks are valid, and what was seen (COA-07). */
export const setCoachChecks: Operation<'setCoachChecks', AdminDeps> = async (
  { caller, params, body },
  { table, clock },
) => {
  const before = await coaches.getCoach(table, params.userId);
  if (!before) throw problem('notFound');
  const fields = changedFields(before, body);
  if (fields.length === 0) return;
  const event = {
    actor_id: caller.userId,
    action: 'coach.checked',
    subject_id: params.userId,
    fields,
  } as const;
  const outcome = await coaches.storeChecks(table, params.userId, body, [
    auditEventPut(table, clock(), event),
  ]);
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') throw problem('notFound');
};

/** A coach as administrators see it. */
const toCoach = (
  { full_name, email, phone_number }: StoredProfile,
  { id, pending, background_check, first_aid }: coaches.StoredCoach,
): Coach => ({
  ...{ id, full_name, email, phone_number, pending: pending !== undefined },
  checks: { background_check, first_aid },
});
