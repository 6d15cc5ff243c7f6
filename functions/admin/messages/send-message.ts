import { instantOf } from '#shared/domain/time/instant-of';
import type { MessageContent } from '#shared/schemas/message';
import { auditEventPut } from '../../data/audit/activity.ts';
import { messageIdOf } from '../../data/messages/message-id.ts';
import { storeMessage } from '../../data/messages/messages.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';
import { countRecipients } from './messages.ts';

/**
 * Stores a message and its entry in the log; `messenger` sends it (MSG-01, MSG-04). A repeated request names the same
 * message, so that nothing is stored or sent again.
 */
export const sendMessage: Operation<'sendMessage', Pick<AdminDeps, 'table' | 'clock' | 'timeZone'>> = async (
  { caller, body: { audience, subject, text }, idempotencyKey },
  deps,
) => {
  if ((await countRecipients(audience, deps)) === 0) throw problem('nobodyToWriteTo');
  const now = deps.clock();
  const common = {
    id: messageIdOf('written', caller.userId, idempotencyKey),
    created_at: instantOf(now),
    made_by: caller.userId,
    facts: { subject, text },
  };
  const message: MessageContent =
    audience.kind === 'readers'
      ? { ...common, kind: 'news', audience }
      : { ...common, kind: 'broadcast', audience };
  const auditEvent = auditEventPut(deps.table, now, {
    actor_id: caller.userId,
    action: 'message.sent',
    subject_id: message.id,
    fields: message.kind === 'broadcast' ? ['about_booking'] : [],
  });
  if ((await storeMessage(deps.table, message, [auditEvent])) === 'busy') throw busy();
  return { id: message.id };
};

/** "Send a test to me": the message as its author alone gets it (MSG-01). */
export const sendTestMessage: Operation<'sendTestMessage', AdminDeps> = async (
  { caller, body, idempotencyKey },
  { table, clock },
) => {
  const id = messageIdOf('test', caller.userId, idempotencyKey);
  const outcome = await storeMessage(
    table,
    {
      id,
      created_at: instantOf(clock()),
      made_by: caller.userId,
      kind: 'test',
      audience: { kind: 'family', parent_id: caller.userId },
      facts: body,
    },
    [],
  );
  if (outcome === 'busy') throw busy();
  return { id };
};
