import { instantOf } from '#shared/domain/time/instant-of';
import { dropIndexedEntry } from '../data/waiting/drop-entry.ts';
import { listWaitingOfFamily } from '../data/waiting/waiting-entries.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import type { TimedDeps } from '../timed-deps.ts';

/**
 * Takes one of the family's entries off its list (WAI-10).
 * @throws ProblemError waitingEntryNotFound, busy
 */
export const leaveWaitingList: Operation<'leaveWaitingList', TimedDeps> = async (
  { caller, params },
  { table, clock },
) => {
  const { entries } = await listWaitingOfFamily(table, caller.userId);
  const entry = entries.find(({ id }) => id === params.entryId);
  if (!entry) throw problem('waitingEntryNotFound');
  const outcome = await dropIndexedEntry(table, entry, instantOf(clock()));
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') throw problem('waitingEntryNotFound');
  return undefined;
};
