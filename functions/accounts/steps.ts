import { secondMs } from '#shared/lib/durations';
import type { UserId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import type { Clock } from '../lib/clock.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { deleteAuthenticator } from '../lib/identity/second-factor.ts';
import { addToGroup, endSessions, type UserPool } from '../lib/identity/users.ts';
import type { Table } from '../lib/table.ts';
import { auditEventPut } from '../school/activity.ts';
import { beginCoachGrant, endCoachGrant, listCoaches } from './coaches.ts';
import { removeStoredFactor, type StoredSecondFactor } from './second-factor.ts';

interface MakeCoachDeps {
  readonly table: Table;
  readonly userPool: UserPool;
  readonly clock: Clock;
}

/** Writes of the first and of the last step. */
export interface GrantWrites {
  readonly first: ExtraWrites;
  readonly last: ExtraWrites;
}

const expectStored = ({ outcome }: { readonly outcome: 'done' | 'refused' | 'busy' }): void => {
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') throw problem('roleChanging');
};

/**
 * Makes an account a coach in three steps, as an administrator is made: the table notes that it begins, the account is added
 * to the user pool's group, the table notes the end. The account is a coach with the last step; after an interruption the
 * same call completes it.
 * @param actorId who asked for it
 * @throws ProblemError accountNotFound, roleChanging, busy
 */
export const makeCoach = async (
  userId: UserId,
  actorId: UserId,
  { table, userPool, clock }: MakeCoachDeps,
  { first, last }: GrantWrites = { first: [], last: [] },
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

interface Removal {
  readonly userId: UserId;
  /** As it was read; undefined where the table has none, and the user pool may have one whose set-up was not completed. */
  readonly seen: StoredSecondFactor | undefined;
  /** What tells of it, in the transaction of the last step. */
  readonly writes: ExtraWrites;
}

/**
 * Removes the second factor of an account and ends all its sessions. The table is last: after an interruption the same
 * request, with the same recovery code, completes it, and what tells of it is stored once.
 * @throws ProblemError busy
 */
export const removeSecondFactor = async (
  { userId, seen, writes }: Removal,
  { table, userPool }: { readonly table: Table; readonly userPool: UserPool },
): Promise<void> => {
  await deleteAuthenticator(userPool, userId);
  await endSessions(userPool, userId);
  const { outcome } = await removeStoredFactor(table, userId, seen, writes);
  if (outcome === 'busy') throw busy();
};

/**
 * Checks that accounts which are named anew are coaches. Those that were named before may have lost the role since: they see
 * nothing, and stay until somebody changes the list.
 * @throws ProblemError invalidRequest
 */
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
