import { endsWithoutCredit } from '#shared/domain/sessions/sessions';
import { businessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { UserId } from '#shared/schemas/ids';
import { auditEventPut } from '../../data/audit/activity.ts';
import { getManagedClass } from '../../data/classes/managed-classes.ts';
import { beginClassDeletion, finishClassDeletion } from '../../data/deletions/delete-class.ts';
import { messageIdOf } from '../../data/messages/message-id.ts';
import { getMessage, messagePut } from '../../data/messages/messages.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/** The id of the message that makes the messenger complete the deletion of a class. */
const messageIdOfDeletion = ({ id }: Pick<ManagedClass, 'id'>) => messageIdOf('class-deleted', id);

const begin = async (cls: ManagedClass, by: UserId, deps: AdminDeps): Promise<{ isDone: boolean }> => {
  const { table, clock, timeZone } = deps;
  const now = clock();
  const audit = auditEventPut(table, now, {
    actor_id: by,
    action: 'class.deleted',
    subject_id: cls.id,
    class_id: cls.id,
  });
  const isOver = endsWithoutCredit(cls, businessMoment(now, timeZone));
  const isBooked = cls.time_slots.some(({ current_bookings }) => current_bookings > 0);
  const message = messagePut(table, {
    ...{ id: messageIdOfDeletion(cls), kind: 'class-deleted', made_by: by },
    created_at: instantOf(now),
    audience: { kind: 'class', class_id: cls.id },
    facts: { class_type: cls.class_type, venue: cls.venue },
  });
  const tells = isBooked && !isOver;
  const { outcome } = await beginClassDeletion(table, cls, tells ? [audit, message] : [audit]);
  // Refused: the class was changed since it was read. The client retries.
  if (outcome !== 'done') throw busy();
  return { isDone: !tells };
};

/**
 * Deletes a class with its slots, and ends its bookings (PRM-07, API-08). A class with sessions to come that families have
 * booked is hidden and closed at once; the messenger ends its bookings, tells the families and deletes it, and resumes
 * after an interruption (END-10). Every other class is deleted by the request, or after an interruption by the next
 * request.
 */
export const deleteClass: Operation<'deleteClass', AdminDeps> = async ({ caller, params }, deps) => {
  const cls = await getManagedClass(deps.table, params.classId);
  if (!cls) throw problem('classNotFound');
  if (!cls.deleting && !(await begin(cls, caller.userId, deps)).isDone) return;
  if (await getMessage(deps.table, messageIdOfDeletion(cls))) return;
  await finishClassDeletion(deps, cls, caller.userId);
};
