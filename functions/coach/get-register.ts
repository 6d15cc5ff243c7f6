import { isOpenForCoaches } from '#shared/domain/registers/register-times';
import { instantOf } from '#shared/domain/time/instant-of';
import { readRegisters } from '../data/joins/registers.ts';
import { deleteUnlisted, isUnlistedKept } from '../data/registers/unlisted.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { problem } from '../lib/http/problem-error.ts';
import { recordCardView, recordRegisterView } from '../lib/record-card-view.ts';
import type { TimedDeps } from '../timed-deps.ts';
import { findOwnSession, isReadable } from './own-sessions.ts';
import { toCoachSession } from './to-coach-session.ts';

/** The register of a session of the caller, while it can be read; 404 for every other session (COA-03). */
export const getRegister: Operation<'getRegister', TimedDeps> = async ({ caller, params }, deps) => {
  const now = deps.clock();
  const key = { class_id: params.classId, slot_id: params.slotId, date: params.date };
  const own = await findOwnSession(deps, caller, key);
  if (!own || !isReadable(own, now)) throw problem('notFound');
  const [register] = await readRegisters(deps.table, [own]);
  const { children = [], unlisted = [] } = register ?? {};
  const shown = children.filter(({ card }) => card !== null);
  // Around the session a child's safety comes first, whoever stands on the pitch. Later an administrator reads as the office.
  const record = isOpenForCoaches(own.times, instantOf(now)) ? recordRegisterView : recordCardView;
  await record(deps, caller, own, shown);
  return {
    session: toCoachSession(own, children),
    read_at: instantOf(now),
    children: [...children],
    unlisted: unlisted.filter((child) => isUnlistedKept(child, now)),
  };
};

/** Deletes a child on no list from a register that the caller can read now (REG-16). @throws ProblemError notFound */
export const removeUnlisted: Operation<'removeUnlisted', TimedDeps> = async ({ caller, params }, deps) => {
  const now = deps.clock();
  const key = { class_id: params.classId, slot_id: params.slotId, date: params.date };
  const own = await findOwnSession(deps, caller, key);
  if (!own || !isReadable(own, now)) throw problem('notFound');
  const child = { slot_id: own.slot.id, date: own.date, id: params.unlistedId };
  if (!(await deleteUnlisted(deps.table, child, now))) throw problem('notFound');
};
