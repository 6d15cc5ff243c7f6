import { auditEventPut } from '../../data/audit/activity.ts';
import * as newsletter from '../../data/newsletter/readers.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/** The readers of the newsletter (FRM-05). The response's schema leaves out the secrets of their links. */
export const listReaders: Operation<'listReaders', AdminDeps> = async (_, { table }) => ({
  readers: await newsletter.listReaders(table),
});

/** Takes a reader off the newsletter's list (FRM-05). */
export const removeReader: Operation<'removeReader', AdminDeps> = async (
  { caller, params: { readerId } },
  { table, clock },
) => {
  const now = clock();
  const auditEvent = auditEventPut(table, now, {
    actor_id: caller.userId,
    action: 'reader.removed',
    subject_id: readerId,
  });
  const outcome = await newsletter.removeReader(table, readerId, now, [auditEvent]);
  if (outcome === 'busy') throw busy();
  if (outcome === 'not-on-list') throw problem('readerNotFound');
};
