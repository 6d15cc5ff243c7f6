import type { Operation } from '../http/create-handler.ts';
import { joinList } from '../waiting/join-list.ts';
import type { FamilyDeps } from './deps.ts';

/** Puts the caller's family on the waiting list of a full slot (WAI-02). @throws ProblemError as `joinList` does */
export const joinWaitingList: Operation<'joinWaitingList', FamilyDeps> = (
  { caller, body, idempotencyKey },
  deps,
) => joinList({ parentId: caller.userId, order: body, attempt: idempotencyKey }, deps);
