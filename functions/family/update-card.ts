import { instantOf } from '#shared/domain/time/instant-of';
import { updateCard as updateStoredCard } from '../data/families/update-card.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { problem } from '../lib/http/problem-error.ts';
import type { TimedDeps } from '../timed-deps.ts';

/**
 * Changes the card of one of the caller's children (EME-01 to EME-03, EME-06). Another family's child is not found: its key
 * holds its parent's id.
 * @throws ProblemError childNotFound
 */
export const updateCard: Operation<'updateCard', TimedDeps> = async (
  { caller, params, body },
  { table, clock },
) => {
  const child = { parentId: caller.userId, childId: params.childId };
  const updated = await updateStoredCard(table, child, body, instantOf(clock()));
  if (!updated) throw problem('childNotFound');
  return updated;
};
