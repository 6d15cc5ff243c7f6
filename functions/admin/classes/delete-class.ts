import { coachingChange } from '#shared/domain/coaches/coaching-change';
import { endsWithoutCredit } from '#shared/domain/sessions/sessions';
import { businessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { ManagedClass } from '#shared/schemas/class-input';
import { type Attempt, deletionNotePut, hasDeleted } from '../../data/attempts.ts';
import { auditEventPut } from '../../data/audit/activity.ts';
import { getManagedClass } from '../../data/classes/managed-classes.ts';
import { coachingMessage } from '../../data/coaches/coaching-message.ts';
import { listCovers } from '../../data/coaches/covers.ts';
import { beginClassDeletion, finishClassDeletion } from '../../data/deletions/delete-class.ts';
import { messageIdOf } from '../../data/messages/message-id.ts';
import { getMessage, messagePut } from '../../data/messages/messages.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/** The id of the message that makes the messenger complete the deletion of a class. */
const messageIdOfDeletion = ({ id }: Pick<ManagedClass, 'id'>) => messageIdOf('class-deleted', id);

const begin = async (cls: ManagedClass, attempt: Attempt, deps: AdminDeps): Promise<{ isDone: boolean }> => {
  const { table, timeZone } = deps;
  const { by, now } = attempt;
  const audit = auditEventPut(table, now, {
    actor_id: by,
    action: 'class.deleted',
    subject_id: cls.id,
    class_id: cls.id,
  });
  const moment = businessMoment(now, timeZone);
  const isOver = endsWithoutCredit(cls, moment);
  const isBooked = cls.time_slots.some(({ current_bookings }) => current_bookings > 0);
  const message = messagePut(table, {
    ...{ id: messageIdOfDeletion(cls), kind: 'class-deleted', made_by: by },
    created_at: instantOf(now),
    audience: { kind: 'class', class_id: cls.id },
    facts: { class_type: cls.class_type, venue: cls.venue, venue_details: cls.venue_details },
  });
  const tells = isBooked && !isOver;
  const { today } = moment;
  const covers = await listCovers(table, today);
  const covering = covers.flatMap(({ class_id, coach_ids }) => (class_id === cls.id ? coach_ids : []));
  const coaching = coachingMessage(table, coachingChange({ before: cls, covering }, today), {
    ...{ classId: cls.id, cause: 'deleted', by, at: instantOf(now) },
  });
  const note = deletionNotePut(table, attempt, cls.id);
  const { outcome } = await beginClassDeletion(table, cls, [
    ...[audit, note, ...(tells ? [message] : [])],
    ...coaching,
  ]);
  // Refused: the class was changed since it was read. The client retries.
  if (outcome !== 'done') throw busy();
  return { isDone: !tells };
};

/**
 * Deletes a class with its slots, and ends its bookings (PRM-07, API-08). A class with sessions to come that families have
 * booked is hidden and closed at once; the messenger ends its bookings, tells the families and deletes it, and resumes
 * after an interruption (END-10). Every other class is deleted by the request, or after an interruption by the next
 * request. The same attempt sent again answers the same (END-13).
 * @throws ProblemError classNotFound, busy
 */
export const deleteClass: Operation<'deleteClass', AdminDeps> = async (
  { caller, params, idempotencyKey },
  deps,
) => {
  const attempt = { by: caller.userId, key: idempotencyKey, now: deps.clock() };
  const cls = await getManagedClass(deps.table, params.classId);
  if (!cls) {
    if (await hasDeleted(deps.table, attempt, params.classId)) return;
    throw problem('classNotFound');
  }
  if (!cls.deleting && !(await begin(cls, attempt, deps)).isDone) return;
  if (await getMessage(deps.table, messageIdOfDeletion(cls))) return;
  await finishClassDeletion(deps, cls, caller.userId);
};
