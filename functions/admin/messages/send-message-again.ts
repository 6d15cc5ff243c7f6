import { instantOf } from '#shared/domain/time/instant-of';
import { auditEventPut } from '../../data/audit/activity.ts';
import { sendAgain } from '../../data/messages/send-again.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/** "Send again", by hand only: for recipients who were held back or whose outcome is unknown (MSG-03). */
export const sendMessageAgain: Operation<'sendMessageAgain', AdminDeps> = async (
  { caller, params: { messageId }, body: { recipients } },
  { table, clock },
) => {
  const now = clock();
  const auditEvent = auditEventPut(table, now, {
    actor_id: caller.userId,
    action: 'message.resent',
    subject_id: messageId,
  });
  const at = instantOf(now);
  const request = { id: messageId, recipients: [...new Set(recipients)], now, at };
  const outcome = await sendAgain(table, request, [auditEvent]);
  if (outcome === 'busy') throw busy();
  if (outcome === 'no-message') throw problem('messageNotFound');
  return outcome;
};
