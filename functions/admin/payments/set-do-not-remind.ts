import { auditEventPut } from '../../data/audit/activity.ts';
import { getActiveProfile } from '../../data/families/profiles.ts';
import { setDoNotRemind as storeChoice } from '../../data/ledger/reminding.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/** Whether a family is left out of reminders (PAY-08); logs a change only. */
export const setDoNotRemind: Operation<'setDoNotRemind', AdminDeps> = async (
  { caller, params: { parentId }, body },
  { table, clock },
) => {
  if (!(await getActiveProfile(table, parentId))) throw problem('parentNotFound');
  const audit = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'parent.updated',
    subject_id: parentId,
    fields: ['do_not_remind'],
  });
  const outcome = await storeChoice(table, parentId, body.do_not_remind, [audit]);
  if (outcome === 'refused') throw problem('parentNotFound');
  if (outcome === 'busy') throw busy();
};
