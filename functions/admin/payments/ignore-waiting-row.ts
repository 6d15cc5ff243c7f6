import { auditEventPut } from '../../data/audit/activity.ts';
import { ignoreWaitingRow as storeDecision } from '../../data/ledger/waiting-rows.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/**
 * Takes a row that is no payment of a family off the list, with the reason, once (BNK-03). Its text and payer are deleted.
 * @throws ProblemError rowDecided
 */
export const ignoreWaitingRow: Operation<'ignoreWaitingRow', AdminDeps> = async (
  { caller, params: { day, rowId }, body },
  { table, clock },
) => {
  const audit = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'bank-row.ignored',
    subject_id: rowId,
  });
  const outcome = await storeDecision(table, { day, id: rowId }, body.reason, [audit]);
  if (outcome === 'known') throw problem('rowDecided');
  if (outcome === 'busy') throw busy();
};
