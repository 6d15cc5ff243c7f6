import { auditEventPut } from '../data/audit/activity.ts';
import { sendTransaction } from '../data/dynamo/send-transaction.ts';
import { getMember } from '../data/families/members.ts';
import { contactUpdate } from '../data/families/profiles.ts';
import type { Operation } from '../http/create-handler.ts';
import { problem } from '../http/problem-error.ts';
import type { AdminDeps } from './deps.ts';

/** Changes a parent's name and phone, and nothing else (PRM-10, API-21, ADM-55). */
export const updateParent: Operation<'updateParent', AdminDeps> = async (
  { caller, params, body },
  { table, clock },
) => {
  const member = await getMember(table, params.parentId);
  if (!member) throw problem('parentNotFound');
  const log = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'parent.updated',
    subject_id: member.id,
    fields: Object.entries(body)
      .filter(([name, value]) => Reflect.get(member, name) !== value)
      .map(([name]) => name),
  });
  const { outcome } = await sendTransaction(table, [contactUpdate(table, member.id, body), log]);
  if (outcome === 'refused') throw problem('parentNotFound');
  if (outcome === 'busy') throw problem('busy', {}, { retryAfter: 1 });
  return { ...member, ...body };
};
