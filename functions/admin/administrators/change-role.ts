import { instantOf } from '#shared/domain/time/instant-of';
import { limits } from '#shared/limits';
import type { Role } from '#shared/roles';
import type { UserId } from '#shared/schemas/ids';
import { auditEventPut } from '../../data/audit/activity.ts';
import { getActiveProfile } from '../../data/families/profiles.ts';
import { beginRoleChange, endRoleChange, type RoleState } from '../../data/families/roles.ts';
import { busy, type ProblemError, problem } from '../../lib/http/problem-error.ts';
import { endSessions } from '../../lib/identity/end-sessions.ts';
import { addToGroup, removeFromGroup } from '../../lib/identity/role-group.ts';
import type { AdminDeps } from '../deps.ts';

/** Whether the account was changed to the opposite of `target` so recently that it must not be changed back. */
const isUnsettled = ({ role, role_pending, role_changed_at }: RoleState, target: Role, now: Date): boolean =>
  (role_pending ?? role) !== target &&
  role_changed_at !== undefined &&
  now.getTime() - new Date(role_changed_at).getTime() < limits.roleSettlingSeconds * 1000;

const refusals = {
  changed: (): ProblemError => problem('roleChanging'),
  'last-admin': (): ProblemError => problem('lastAdmin'),
  busy,
};

export type RoleDeps = Pick<AdminDeps, 'table' | 'userPool' | 'clock'>;

const changeGroup = async ({ userPool }: RoleDeps, userId: UserId, target: Role): Promise<void> => {
  if (target === 'admin') {
    if (!(await addToGroup(userPool, userId, target))) throw problem('accountNotFound');
    return;
  }
  if (await removeFromGroup(userPool, userId, 'admin')) await endSessions(userPool, userId);
};

const hasRole = async ({ table }: RoleDeps, userId: UserId, role: Role): Promise<boolean> => {
  const profile = await getActiveProfile(table, userId);
  return profile?.role === role && !profile.role_pending;
};

/**
 * Makes an account an administrator or a parent, in three steps: the profile notes the pending change, the user pool's
 * group is changed, the profile notes the end. After an interruption the account is listed as pending, and the same call
 * completes the change; at its end group and profile agree. The first step logs the change. See docs/decisions.
 * @param actorId who asked for it; the account itself where it was a command on the operator's machine
 * @throws ProblemError accountNotFound, roleChanging, lastAdmin, busy
 */
export const changeRole = async (
  state: RoleState,
  target: Role,
  actorId: UserId,
  deps: RoleDeps,
): Promise<void> => {
  const { table, clock } = deps;
  const now = clock();
  if (state.role === target && !state.role_pending) return;
  if (isUnsettled(state, target, now)) throw problem('roleChanging');
  const auditEvent = auditEventPut(table, now, {
    actor_id: actorId,
    action: target === 'admin' ? 'role.granted' : 'role.revoked',
    subject_id: state.id,
  });
  const at = instantOf(now);
  const isRepeated = state.role_pending === target;
  const begun = await beginRoleChange(table, state, target, at, isRepeated ? [] : [auditEvent]);
  if (begun !== 'done') throw refusals[begun]();
  await changeGroup(deps, state.id, target);
  const pending: RoleState = { ...state, role: 'admin', role_pending: target, role_changed_at: at };
  const ended = await endRoleChange(table, pending, instantOf(clock()));
  if (ended === 'busy') throw busy();
  // Another request for the same change ended first; the opposite change cannot have begun since.
  if (ended === 'changed' && !(await hasRole(deps, state.id, target))) throw refusals.changed();
};
