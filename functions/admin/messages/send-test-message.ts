import { instantOf } from '#shared/domain/time/instant-of';
import { messageIdOf } from '../../data/messages/message-id.ts';
import { storeMessage } from '../../data/messages/messages.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

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
