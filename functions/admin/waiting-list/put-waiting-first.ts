import { instantOf } from '#shared/domain/time/instant-of';
import { putFirst } from '../../data/waiting/change-entry.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';
import { listedEntry, waitingAudit } from './listed-entry.ts';

/**
 * Puts an entry first on its list, with a reason that is logged (WAI-03).
 * @throws ProblemError waitingEntryNotFound, offerOpen, busy
 */
export const putWaitingFirst: Operation<'putWaitingFirst', AdminDeps> = async (
  { caller, params, body: { reason } },
  deps,
) => {
  const entry = await listedEntry(params, deps);
  if (entry.offer_id) throw problem('offerOpen');
  const at = instantOf(deps.clock());
  const audit = waitingAudit(
    entry,
    { actor: caller.userId, action: 'waiting.put-first', fields: [reason] },
    deps,
  );
  const outcome = await putFirst(deps.table, entry, { at, reason }, [audit]);
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') throw problem('waitingEntryNotFound');
  return undefined;
};
