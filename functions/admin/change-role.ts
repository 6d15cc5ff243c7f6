import type { Role } from '#shared/roles';
import type { UserId } from '#shared/schemas/ids';
import { instantSchema } from '#shared/schemas/values';
import { auditEventPut } from '../data/audit/activity.ts';
import { beginRoleChange, endRoleChange, getRoleState, type RoleState } from '../data/families/roles.ts';
import { type ProblemError, problem } from '../http/problem-error.ts';
import { addToAdmins, removeFromAdmins } from '../identity/admin-group.ts';
import { endSessions } from '../identity/end-sessions.ts';
import type { AdminDeps } from './deps.ts';

/**
 * A change the other way must be this old before it is turned round: twice the time a function may run, so that none
 * of its calls to the user pool can still be under way and arrive last.
 */
const settlingMs = 30_000;

/** Whether the account is, or is becoming, the opposite of what is wanted, and was made so just now. */
const isUnsettled = ({ role, role_pending, role_changed_at }: RoleState, target: Role, now: Date): boolean =>
  (role_pending ?? role) !== target &&
  role_changed_at !== undefined &&
  now.getTime() - new Date(role_changed_at).getTime() < settlingMs;

const refusals = {
  changed: (): ProblemError => problem('roleChanging'),
  'last-admin': (): ProblemError => problem('lastAdmin'),
  busy: (): ProblemError => problem('busy', {}, { retryAfter: 1 }),
};

type RoleDeps = Pick<AdminDeps, 'table' | 'userPool' | 'clock'>;

const followInPool = async ({ userPool }: RoleDeps, userId: UserId, target: Role): Promise<void> => {
  if (target === 'admin') {
    if (!(await addToAdmins(userPool, userId))) throw problem('accountNotFound');
    return;
  }
  if (await removeFromAdmins(userPool, userId)) await endSessions(userPool, userId);
};

/**
 * Makes an account an administrator or a parent, in three steps: the table says that it is to be, the group follows,
 * the table says that it is. Interrupted anywhere, it is listed as pending, and the same call completes it; the group
 * and the profile agree as soon as it has an end. Logged once, when it begins. See docs/decisions.
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
  const log = auditEventPut(table, now, {
    actor_id: actorId,
    action: target === 'admin' ? 'role.granted' : 'role.revoked',
    subject_id: state.id,
  });
  const at = instantSchema.parse(now.toISOString());
  const isAnew = state.role_pending === target;
  const begun = await beginRoleChange(table, state, target, at, isAnew ? [] : [log]);
  if (begun !== 'done') throw refusals[begun]();
  await followInPool(deps, state.id, target);
  const pending: RoleState = { ...state, role: 'admin', role_pending: target, role_changed_at: at };
  const ended = await endRoleChange(table, pending, instantSchema.parse(clock().toISOString()));
  if (ended === 'busy') throw refusals.busy();
  // Somebody else asked for the same and came to its end first; the opposite cannot have begun since.
  if (ended === 'changed' && !(await hasRole(deps, state.id, target))) throw refusals.changed();
};

const hasRole = async ({ table }: RoleDeps, userId: UserId, role: Role): Promise<boolean> => {
  const state = await getRoleState(table, userId);
  return state?.role === role && !state.role_pending;
};
