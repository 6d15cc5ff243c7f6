import { secondMs } from '#shared/lib/durations';
import type { FamilyId, UserId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import type { ProfileRole } from '#shared/roles';
import type { Clock } from '../lib/clock.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import { busy, type ProblemError, problem, tooManyAttempts } from '../lib/http/problem-error.ts';
import { deleteAuthenticator } from '../lib/identity/second-factor.ts';
import { addToGroup, endSessions, type UserPool } from '../lib/identity/users.ts';
import type { Table } from '../lib/table.ts';
import { countUse, type UseLimit } from '../lib/uses.ts';
import { auditEventPut } from '../school/activity.ts';
import { getActiveAccount } from './accounts.ts';
import { beginCoachGrant, endCoachGrant, listCoaches } from './coaches.ts';
import { beginRoleChange, endRoleChange, type RoleState } from './roles.ts';
import { removeStoredFactor, type StoredSecondFactor } from './second-factor.ts';

interface InvitationLimits {
  readonly hour: Omit<UseLimit, 'subject'>;
  readonly day: Omit<UseLimit, 'subject'>;
}

/** Over all addresses, since the sender names who gets an email (FID-12). @throws ProblemError tooManyAttempts, busy */
export const countInvitation = async (
  table: Table,
  sender: UserId | FamilyId,
  { hour, day }: InvitationLimits,
  now: Date,
): Promise<void> => {
  const limitsOfSender = [hour, day].map((limit) => ({ ...limit, subject: sender }));
  const counted = await countUse(table, limitsOfSender, now);
  if (counted.outcome === 'busy') throw busy();
  if (counted.outcome === 'limited') throw tooManyAttempts(counted);
};

export interface RoleDeps {
  readonly table: Table;
  readonly userPool: UserPool;
  readonly clock: Clock;
}

interface WritesOfSteps {
  readonly first: ExtraWrites;
  readonly last: ExtraWrites;
}

const expectStored = ({ outcome }: { readonly outcome: 'done' | 'refused' | 'busy' }): void => {
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') throw problem('roleChanging');
};

/**
 * Begins in the table, changes the pool's group, and ends in the table, which gives the role. Can be repeated.
 * @throws ProblemError accountNotFound, roleChanging, busy
 */
export const makeCoach = async (
  userId: UserId,
  actorId: UserId,
  { table, userPool, clock }: RoleDeps,
  { first, last }: WritesOfSteps = { first: [], last: [] },
): Promise<void> => {
  const now = clock();
  const at = instantOf(now);
  const settledBefore = instantOf(new Date(now.getTime() - limits.roleSettlingSeconds * secondMs));
  const event = { actor_id: actorId, action: 'coach.granted', subject_id: userId } as const;
  expectStored(
    await beginCoachGrant(table, userId, { at, settledBefore }, [auditEventPut(table, now, event), ...first]),
  );
  if (!(await addToGroup(userPool, userId, 'coach'))) throw problem('accountNotFound');
  expectStored(await endCoachGrant(table, userId, at, last));
};

/** A change must not be reversed while its call to the user pool could still come. */
const isUnsettled = (
  { role, role_pending, role_changed_at }: RoleState,
  target: ProfileRole,
  now: Date,
): boolean =>
  (role_pending ?? role) !== target &&
  role_changed_at !== undefined &&
  now.getTime() - new Date(role_changed_at).getTime() < limits.roleSettlingSeconds * 1000;

const refusals = {
  changed: (): ProblemError => problem('roleChanging'),
  'last-admin': (): ProblemError => problem('lastAdmin'),
  busy,
};

const hasRole = async ({ table }: RoleDeps, userId: UserId, role: ProfileRole): Promise<boolean> => {
  const account = await getActiveAccount(table, userId);
  return account?.role === role && !account.role_pending;
};

interface RoleChange {
  readonly state: RoleState;
  readonly target: ProfileRole;
  readonly actorId: UserId;
  /** A parameter, so that a function that only gives the role needs no permission to take it. */
  readonly changeGroup: (deps: RoleDeps, userId: UserId) => Promise<void>;
  readonly writes?: WritesOfSteps;
}

/**
 * Begins and logs in the table, changes the pool's group, and ends in the table. A repeated call completes an interrupted one,
 * which is listed as pending. Why: docs/decisions/0009.
 * @throws ProblemError accountNotFound, roleChanging, lastAdmin, busy
 */
export const changeRoleBy = async (
  { state, target, actorId, changeGroup, writes: { first, last } = { first: [], last: [] } }: RoleChange,
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
  const { outcome: begun } = await beginRoleChange(table, state, target, at, [
    ...(isRepeated ? [] : [auditEvent]),
    ...first,
  ]);
  if (begun !== 'done') throw refusals[begun]();
  await changeGroup(deps, state.id);
  const pending: RoleState = { ...state, role: 'admin', role_pending: target, role_changed_at: at };
  const { outcome: ended } = await endRoleChange(table, pending, instantOf(clock()), last);
  if (ended === 'busy') throw busy();
  // Another request for the same change ended first. An opposite change cannot have begun since.
  if (ended === 'changed' && !(await hasRole(deps, state.id, target))) throw refusals.changed();
};

const joinGroup = async ({ userPool }: RoleDeps, userId: UserId): Promise<void> => {
  if (!(await addToGroup(userPool, userId, 'admin'))) throw problem('accountNotFound');
};

export const makeAdmin = (
  state: RoleState,
  actorId: UserId,
  deps: RoleDeps,
  writes?: WritesOfSteps,
): Promise<void> =>
  changeRoleBy({ state, target: 'admin', actorId, changeGroup: joinGroup, ...(writes && { writes }) }, deps);

interface Removal {
  readonly userId: UserId;
  /** Undefined where the table has none, though the user pool may have an uncompleted set-up. */
  readonly seen: StoredSecondFactor | undefined;
  /** Written in the transaction of the last step. */
  readonly writes: ExtraWrites;
}

/** Ends all sessions. The table is last, so that a repetition completes it and emails are stored once. @throws busy */
export const removeSecondFactor = async (
  { userId, seen, writes }: Removal,
  { table, userPool }: { readonly table: Table; readonly userPool: UserPool },
): Promise<void> => {
  await deleteAuthenticator(userPool, userId);
  await endSessions(userPool, userId);
  const { outcome } = await removeStoredFactor(table, userId, seen, writes);
  if (outcome === 'busy') throw busy();
};

/** Only new names: a coach who lost the role sees nothing, and stays until a change of the list. @throws invalidRequest */
export const checkCoaches = async (
  table: Table,
  before: readonly UserId[],
  after: readonly UserId[],
): Promise<void> => {
  const added = after.filter((id) => !before.includes(id));
  if (added.length === 0) return;
  const all = await listCoaches(table);
  const known = new Set(all.flatMap(({ id, pending }) => (pending ? [] : [id])));
  if (added.every((id) => known.has(id))) return;
  const message = 'One of these accounts is no coach any more. Please reload the page.';
  throw problem('invalidRequest', {}, { issues: [{ field: 'coach_ids', message }] });
};
