import { instantOf } from '#shared/domain/time/instant-of';
import { secondMs } from '#shared/domain/time/milliseconds';
import { limits } from '#shared/limits';
import type { UserId } from '#shared/schemas/ids';
import type { Clock } from '../../clock.ts';
import { auditEventPut } from '../../data/audit/activity.ts';
import { beginCoachGrant, endCoachGrant } from '../../data/coaches/coaches.ts';
import type { ExtraWrites } from '../../data/extra-writes.ts';
import type { Table } from '../../data/table.ts';
import { busy, problem } from '../http/problem-error.ts';
import { addToGroup } from './role-group.ts';
import type { UserPool } from './user-pool.ts';

interface MakeCoachDeps {
  readonly table: Table;
  readonly userPool: UserPool;
  readonly clock: Clock;
}

/** Writes of the first and of the last step. */
interface GrantWrites {
  readonly first: ExtraWrites;
  readonly last: ExtraWrites;
}

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
  const begun = await beginCoachGrant(table, userId, { at, settledBefore }, [
    auditEventPut(table, now, event),
    ...first,
  ]);
  if (begun === 'busy') throw busy();
  if (begun === 'refused') throw problem('roleChanging');
  if (!(await addToGroup(userPool, userId, 'coach'))) throw problem('accountNotFound');
  const ended = await endCoachGrant(table, userId, at, last);
  if (ended === 'busy') throw busy();
  if (ended === 'refused') throw problem('roleChanging');
};
