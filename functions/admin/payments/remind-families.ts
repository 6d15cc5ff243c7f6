import { instantOf } from '#shared/domain/time/instant-of';
import { auditEventPut } from '../../data/audit/activity.ts';
import { remindedUpdate } from '../../data/ledger/reminding.ts';
import { messageIdOf } from '../../data/messages/message-id.ts';
import { getMessage, storeMessage } from '../../data/messages/messages.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';
import { chooseReminded, pauseFromAt } from './reminded-families.ts';

/**
 * Reminds families of their open balances: one message, stored with the note of it in each ledger (PAY-08). If another
 * administrator reminds one of them at the same time, the families are read again. A repeated request names the same
 * message.
 */
export const remindFamilies: Operation<'remindFamilies', AdminDeps> = async (request, deps) => {
  const { caller, body, idempotencyKey } = request;
  const { table, clock } = deps;
  const id = messageIdOf('reminded', caller.userId, idempotencyKey);
  const readStored = async () => {
    const stored = await getMessage(table, id);
    if (stored?.kind === 'payment-reminder') return { id, recipients: stored.audience.parent_ids.length };
    return undefined;
  };
  const earlier = await readStored();
  if (earlier) return earlier;
  const { reminded } = await chooseReminded(body.families, deps);
  if (reminded.length === 0) {
    // The request may have been repeated, and stored between the two reads.
    const repeated = await readStored();
    if (repeated) return repeated;
    throw problem('nobodyToRemind');
  }
  const now = clock();
  const at = instantOf(now);
  const parent_ids = reminded.map(({ profile }) => profile.id);
  const message = {
    id,
    created_at: at,
    made_by: caller.userId,
    kind: 'payment-reminder',
    facts: {},
  } as const;
  const audit = auditEventPut(table, now, {
    actor_id: caller.userId,
    action: 'families.reminded',
    subject_id: id,
  });
  const outcome = await storeMessage(table, { ...message, audience: { kind: 'families', parent_ids } }, [
    audit,
    ...parent_ids.map((parentId) => remindedUpdate(table, parentId, { at, pauseFrom: pauseFromAt(now) })),
  ]);
  if (outcome === 'busy') throw busy();
  // The message was stored before, or another administrator has reminded one of the families since they were read.
  return outcome === 'stored' ? { id, recipients: parent_ids.length } : remindFamilies(request, deps);
};
