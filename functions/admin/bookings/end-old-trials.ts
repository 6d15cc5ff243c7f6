import { auditEventPut } from '../../data/audit/activity.ts';
import { confirmOldTrials } from '../../data/due/old-trials.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/**
 * Confirms that old trials give their places back (TRI-01): those that were over before the timer began to end trials
 * by itself. The timer then ends them.
 * @throws ProblemError nothingToConfirm, busy
 */
export const endOldTrials: Operation<'endOldTrials', AdminDeps> = async (
  { caller, body },
  { table, clock },
) => {
  const now = clock();
  const auditEvent = auditEventPut(table, now, {
    actor_id: caller.userId,
    action: 'trials.ended',
    subject_id: 'old-trials',
  });
  const outcome = await confirmOldTrials(table, { count: body.count, now }, [auditEvent]);
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') throw problem('nothingToConfirm');
};
