import type { Operation } from '../http/create-handler.ts';
import type { TimedDeps } from '../timed-deps.ts';
import { joinList } from '../waiting/join-list.ts';

/** Puts the caller's family on the waiting list of a full slot (WAI-02). @throws ProblemError as `joinList` does */
export const joinWaitingList: Operation<'joinWaitingList', TimedDeps> = (
  { caller, body, idempotencyKey },
  deps,
) => joinList({ parentId: caller.userId, order: body, attempt: idempotencyKey }, deps);
