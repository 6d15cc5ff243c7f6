import { coverChange } from '#shared/domain/coaches/coaching-change';
import { sessionsOf } from '#shared/domain/sessions/sessions';
import { toCalendarDate } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import { auditEventPut } from '../../data/audit/activity.ts';
import { getManagedClass } from '../../data/classes/managed-classes.ts';
import { coachingMessage } from '../../data/coaches/coaching-message.ts';
import * as covers from '../../data/coaches/covers.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';
import { checkCoaches } from './check-coaches.ts';

/** Who stands in at the sessions of a class from today on. */
export const listCovers: Operation<'listCovers', AdminDeps> = async ({ params }, deps) => {
  const today = toCalendarDate(deps.clock(), deps.timeZone);
  const all = await covers.listCovers(deps.table, today);
  return { covers: all.filter(({ class_id }) => class_id === params.classId) };
};

/** Names who stands in at one session, in place of those who did; nobody ends it (COA-02). */
export const setCover: Operation<'setCover', AdminDeps> = async ({ caller, params, body }, deps) => {
  const { table, clock, timeZone } = deps;
  const now = clock();
  const key = { class_id: params.classId, slot_id: body.slot_id, date: body.date };
  const [cls, before] = await Promise.all([
    getManagedClass(table, params.classId),
    covers.getCover(table, key),
  ]);
  if (!cls || cls.deleting) throw problem('classNotFound');
  const slot = cls.time_slots.find(({ id }) => id === body.slot_id);
  if (!slot || !sessionsOf(cls, slot).some(({ date }) => date === body.date))
    throw problem('sessionNotFound');
  const named = before?.coach_ids ?? [];
  if (JSON.stringify(named) === JSON.stringify(body.coach_ids)) return;
  await checkCoaches(table, named, body.coach_ids);
  const auditEvent = auditEventPut(table, now, {
    actor_id: caller.userId,
    action: 'cover.set',
    ...{ subject_id: cls.id, class_id: cls.id, fields: [body.date] },
  });
  const { date } = body;
  const isToCome = date >= toCalendarDate(now, timeZone);
  const facts = isToCome ? coverChange(cls, { slot, date }, { before: named, after: body.coach_ids }) : null;
  const outcome = await covers.storeCover(table, { ...key, coach_ids: body.coach_ids }, before, [
    auditEvent,
    ...coachingMessage(table, facts, {
      ...{ classId: cls.id, cause: [slot.id, date, now.getTime(), named, '', body.coach_ids].join('#') },
      ...{ by: caller.userId, at: instantOf(now) },
    }),
  ]);
  // Refused: somebody else named others at the same time. The client retries.
  if (outcome !== 'done') throw busy();
};
