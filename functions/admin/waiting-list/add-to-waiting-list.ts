import type { Operation } from '../../lib/http/create-handler.ts';
import { joinList } from '../../lib/waiting/join-list.ts';
import type { AdminDeps } from '../deps.ts';
import { waitingAudit } from './listed-entry.ts';

/** Adds a family to the waiting list of a full slot (WAI-11). @throws ProblemError as `joinList` does */
export const addToWaitingList: Operation<'addToWaitingList', AdminDeps> = (
  { caller, body: { parent_id, ...order }, idempotencyKey },
  deps,
) =>
  joinList({ parentId: parent_id, order, attempt: idempotencyKey, by: 'admin' }, deps, (entry) => [
    waitingAudit(entry, { actor: caller.userId, action: 'waiting.added' }, deps),
  ]);
