import { toCalendarDate, toInstant } from '#shared/domain/time/business-time';
import { addDays } from '#shared/domain/time/calendar';
import { instantOf } from '#shared/domain/time/instant-of';
import { policies } from '#shared/policies';
import { wallTimeSchema } from '#shared/schemas/values';
import { listDrafts } from '../../data/classes/drafts.ts';
import { messageIdOf } from '../../data/messages/message-id.ts';
import { getMessage, storeMessage } from '../../data/messages/messages.ts';
import { renewalReminderPut } from '../../data/messages/renewal-reminders.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

const keptUntil = wallTimeSchema.parse(policies.terms.keptUntil);
const remindedAt = wallTimeSchema.parse(policies.terms.remindedAt);

/**
 * Has drafts published and places in them kept, by one message, which the messenger carries out and which any interruption
 * only delays (TRM-03). The same attempt sent again answers the same.
 * @throws ProblemError draftNotFound, classChanged, invalidRequest, busy
 */
export const publishTerm: Operation<'publishTerm', AdminDeps> = async (
  { caller, body: { drafts, keep_until }, idempotencyKey },
  { table, clock, timeZone },
) => {
  const message_id = messageIdOf('next-term', caller.userId, idempotencyKey);
  if (await getMessage(table, message_id)) return { message_id };
  const stored = new Map((await listDrafts(table)).map((draft) => [draft.id, draft]));
  for (const { id, version } of drafts) {
    const draft = stored.get(id);
    if (!draft) throw problem('draftNotFound');
    if (draft.version !== version) throw problem('classChanged');
  }
  const now = clock();
  const until = keep_until && toInstant(keep_until, keptUntil, timeZone);
  if (until && until <= now) {
    const issue = { field: 'keep_until', message: 'Choose a later date' };
    throw problem('invalidRequest', {}, { issues: [issue] });
  }
  const class_ids = drafts.map(({ id }) => id);
  const today = toCalendarDate(now, timeZone);
  const remindedOn = policies.terms.remindedAfterDays.map((day) => ({
    day,
    at: toInstant(addDays(today, day), remindedAt, timeZone),
  }));
  const reminders = remindedOn.flatMap(({ day, at }, index) => {
    if (!until || at >= until) return [];
    const next = remindedOn[index + 1]?.at ?? until;
    const useful_until = instantOf(next < until ? next : until);
    const reminder = { publication: message_id, day, class_ids, made_by: caller.userId, useful_until };
    return [renewalReminderPut(table, reminder, instantOf(at))];
  });
  const outcome = await storeMessage(
    table,
    {
      ...{ id: message_id, created_at: instantOf(now), made_by: caller.userId, kind: 'next-term' },
      audience: { kind: 'term', class_ids },
      facts: { until: until && instantOf(until) },
    },
    reminders,
  );
  if (outcome === 'busy') throw busy();
  return { message_id };
};
