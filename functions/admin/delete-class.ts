import { auditEventPut } from '../data/audit/activity.ts';
import { beginClassDeletion, finishClassDeletion } from '../data/classes/delete-class.ts';
import { getManagedClass } from '../data/classes/managed-classes.ts';
import type { Operation } from '../http/create-handler.ts';
import { busy, problem } from '../http/problem-error.ts';
import type { AdminDeps } from './deps.ts';

/**
 * Deletes a class with its slots and bookings (PRM-07, API-08). After an interruption the class is hidden and takes no
 * bookings, and the same request, by any administrator, completes the deletion. The first step logs it.
 */
export const deleteClass: Operation<'deleteClass', AdminDeps> = async ({ caller, params }, deps) => {
  const { table, clock } = deps;
  const cls = await getManagedClass(table, params.classId);
  if (!cls) throw problem('classNotFound');
  if (!cls.deleting) {
    const auditEvent = auditEventPut(table, clock(), {
      actor_id: caller.userId,
      action: 'class.deleted',
      subject_id: cls.id,
      class_id: cls.id,
    });
    const { outcome } = await beginClassDeletion(table, cls, [auditEvent]);
    // Refused: the class was changed since it was read. The client retries.
    if (outcome !== 'done') throw busy();
  }
  await finishClassDeletion(deps, cls);
};
