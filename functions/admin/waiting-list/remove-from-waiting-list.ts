import { instantOf } from '#shared/domain/time/instant-of';
import { dropEntry } from '../../data/waiting/drop-entry.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';
import { listedEntry, waitingAudit } from './listed-entry.ts';

/** Takes an entry off its list, with the offer that it has (WAI-11). @throws ProblemError waitingEntryNotFound, busy */
export const removeFromWaitingList: Operation<'removeFromWaitingList', AdminDeps> = async (
  { caller, params },
  deps,
) => {
  const entry = await listedEntry(params, deps);
  const audit = waitingAudit(entry, { actor: caller.userId, action: 'waiting.removed' }, deps);
  const at = instantOf(deps.clock());
  const outcome = await dropEntry(deps.table, entry, { at, extraWrites: [audit] });
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') throw problem('waitingEntryNotFound');
  return undefined;
};
