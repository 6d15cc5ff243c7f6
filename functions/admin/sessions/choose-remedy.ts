import { isDeepStrictEqual } from 'node:util';
import { makeUpDateIssue } from '#shared/domain/sessions/calendar-rules';
import { toCalendarDate } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import { auditEventPut } from '../../data/audit/activity.ts';
import { chooseInClass } from '../../data/cancellations/choose-in-class.ts';
import { messageIdOf } from '../../data/messages/message-id.ts';
import { messagePut } from '../../data/messages/messages.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import { sessionChangeAttempts } from '../../limits.ts';
import type { AdminDeps } from '../deps.ts';
import { findCancelled } from './find-cancelled.ts';

/**
 * Chooses what the families of a cancelled session get, where that was left open (CAN-03), in one transaction with the
 * message that tells them. The messenger gives the credits. A repeated request changes nothing.
 * @throws ProblemError classNotFound, sessionNotFound, remedyChosen, invalidRequest, busy
 */
export const chooseRemedy: Operation<'chooseRemedy', AdminDeps> = async ({ caller, body }, deps) => {
  const { table, clock, timeZone } = deps;
  const { remedy, ...session } = body;
  const now = clock();
  for (let attempt = 0; attempt < sessionChangeAttempts; attempt += 1) {
    const { cls, slot, current } = await findCancelled(table, session);
    if (!current) throw problem('sessionNotFound');
    const { change, cancellation } = current;
    if (isDeepStrictEqual(change.remedy, remedy)) return undefined;
    if (change.remedy.kind !== 'later') throw problem('remedyChosen');
    const message =
      remedy.kind === 'make-up' && makeUpDateIssue(cls, slot, remedy.date, toCalendarDate(now, timeZone));
    if (message) throw problem('invalidRequest', {}, { issues: [{ field: 'remedy.date', message }] });
    const { message_id, calendar_version } = cancellation;
    const cause = [message_id, slot.id, session.date, String(calendar_version)] as const;
    const { outcome } = await chooseInClass(table, { cls, slot, date: session.date, remedy }, [
      messagePut(table, {
        id: messageIdOf('remedy-chosen', ...cause),
        ...{ created_at: instantOf(now), made_by: caller.userId },
        kind: 'remedy-chosen',
        audience: { kind: 'sessions', sessions: [session] },
        facts: { calendar_version },
      }),
      auditEventPut(table, now, {
        actor_id: caller.userId,
        action: 'session.remedied',
        subject_id: slot.id,
        class_id: cls.id,
        fields: [session.date],
      }),
    ]);
    if (outcome === 'done') return undefined;
    if (outcome === 'busy') throw busy();
  }
  throw busy();
};
