import { auditEventPut } from '../data/audit/activity.ts';
import { beginClassDeletion, finishClassDeletion } from '../data/classes/delete-class.ts';
import { getManagedClass } from '../data/classes/managed-classes.ts';
import type { Operation } from '../http/create-handler.ts';
import { busy, problem } from '../http/problem-error.ts';
import type { AdminDeps } from './deps.ts';

/**
 * Deletes a class with its slots and bookings (PRM-07, API-08). Interrupted anywhere, it is hidden and takes no
 * bookings; sent again, by anyone, it goes on to the end. It is logged once, when it begins.
 */
export const deleteClass: Operation<'deleteClass', AdminDeps> = async (
  { caller, params },
  { table, clock },
) => {
  const cls = await getManagedClass(table, params.classId);
  if (!cls) throw problem('classNotFound');
  if (!cls.deleting) {
    const log = auditEventPut(table, clock(), {
      actor_id: caller.userId,
      action: 'class.deleted',
      subject_id: cls.id,
      class_id: cls.id,
    });
    const { outcome } = await beginClassDeletion(table, cls, [log]);
    // Refused: the class changed since it was read. Whoever asked will ask again.
    if (outcome !== 'done') throw busy();
  }
  const { outcome } = await finishClassDeletion(table, cls);
  if (outcome !== 'done') throw busy();
};
