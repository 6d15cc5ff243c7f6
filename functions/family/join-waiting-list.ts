import type { Operation } from '../lib/http/create-handler.ts';
import { joinList } from '../lib/waiting/join-list.ts';
import type { TimedDeps } from '../timed-deps.ts';

/** Puts the caller's family on the waiting list of a full slot (WAI-02). @throws ProblemError as `joinList` does */
export const joinWaitingList: Operation<'joinWaitingList', TimedDeps> = (
  { caller, body, idempotencyKey },
  deps,
) => joinList({ parentId: caller.userId, order: body, attempt: idempotencyKey, by: 'parent' }, deps);
