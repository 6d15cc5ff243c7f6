import { hasBegun } from '#shared/domain/sessions/sessions';
import { businessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import { auditEventPut } from '../../data/audit/activity.ts';
import { readRemovableMakeUps, restoreInClass } from '../../data/cancellations/restore-session.ts';
import { messageIdOf } from '../../data/messages/message-id.ts';
import { messagePut } from '../../data/messages/messages.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import { sessionChangeAttempts } from '../../limits.ts';
import type { AdminDeps } from '../deps.ts';
import { findCancelled } from './find-cancelled.ts';

/**
 * Brings a cancelled session back until it begins (CAN-11), in one transaction with the message that tells the families.
 * A session that is on stays so; a repeated request changes nothing.
 * @throws ProblemError classNotFound, sessionNotFound, sessionOver, busy
 */
export const restoreSession: Operation<'restoreSession', AdminDeps> = async ({ caller, body }, deps) => {
  const { table, clock, timeZone } = deps;
  const now = clock();
  const moment = businessMoment(now, timeZone);
  for (let attempt = 0; attempt < sessionChangeAttempts; attempt += 1) {
    const { cls, slot, current } = await findCancelled(table, body);
    if (!current) return { removed_make_up: null };
    const { cancellation } = current;
    if (hasBegun(body.date, slot, moment)) throw problem('sessionOver');
    const removed = await readRemovableMakeUps(table, cls, slot, body.date, moment);
    const messageId = messageIdOf('session-restored', cancellation.message_id, slot.id, body.date);
    const { outcome } = await restoreInClass(table, { cls, slot, cancellation, removed, messageId }, [
      messagePut(table, {
        ...{ id: messageId, created_at: instantOf(now), made_by: caller.userId },
        kind: 'session-restored',
        audience: { kind: 'sessions', sessions: [body] },
        facts: { removed_make_up: removed.present },
      }),
      auditEventPut(table, now, {
        actor_id: caller.userId,
        action: 'session.restored',
        subject_id: slot.id,
        class_id: cls.id,
        fields: [body.date],
      }),
    ]);
    if (outcome === 'done') return { removed_make_up: removed.present };
    if (outcome === 'busy') throw busy();
  }
  throw busy();
};
