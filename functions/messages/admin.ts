import { toCalendarDate } from '#shared/lib/business-time';
import { instantOf } from '#shared/lib/values';
import { pageSizes } from '#shared/limits';
import type { MessageRoutes, WritableAudience } from '#shared/messages/admin-routes';
import type { MessageContent } from '#shared/messages/message';
import { paths } from '#shared/paths';
import { getActiveFamily } from '../accounts/stored-families.ts';
import type { AdminDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import { auditEventPut } from '../school/activity.ts';
import { listAudience } from './audience.ts';
import { describeMessages, describeRecipients, loggedText } from './describe-messages.ts';
import { newsEmail, writtenMessageEmail } from './emails.ts';
import * as messages from './messages.ts';
import { messageIdOf, storeMessage } from './messages.ts';
import * as newsletter from './newsletter.ts';
import { listReaders as listStoredReaders } from './newsletter.ts';
import { listRecipients, sendAgain } from './recipients.ts';

export const listMessages: Operation<MessageRoutes['listMessages'], AdminDeps> = async (
  { query },
  { table },
) => {
  const limit = pageSizes.usual;
  const found = await messages.listMessages(table, { before: query.cursor, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    messages: await describeMessages(table, page),
    next_cursor: last && found.length > limit ? messages.messagePosition(last) : null,
  };
};

export const getMessage: Operation<MessageRoutes['getMessage'], AdminDeps> = async (
  { params: { messageId } },
  { table, clock },
) => {
  const [message, recipients] = await Promise.all([
    messages.getMessage(table, messageId),
    listRecipients(table, messageId),
  ]);
  if (!message) throw problem('messageNotFound');
  const [[summary], sent_to] = await Promise.all([
    describeMessages(table, [message]),
    describeRecipients(table, recipients, clock()),
  ]);
  if (!summary) throw problem('messageNotFound');
  return { ...summary, text: loggedText(message)?.text ?? null, sent_to };
};

const countRecipients = async (
  audience: WritableAudience,
  { table, clock, timeZone }: Pick<AdminDeps, 'table' | 'clock' | 'timeZone'>,
): Promise<number> => {
  if (audience.kind === 'readers') return (await listStoredReaders(table)).length;
  if (audience.kind === 'family') return (await getActiveFamily(table, audience.parent_id)) ? 1 : 0;
  return (await listAudience(table, audience, toCalendarDate(clock(), timeZone))).length;
};

export const getMessagePreview: Operation<MessageRoutes['getMessagePreview'], AdminDeps> = async (
  { body },
  deps,
) => {
  const { siteUrl } = deps;
  const leaveLink = new URL(paths.newsletterLeave, siteUrl).href;
  const email =
    body.audience.kind === 'readers'
      ? newsEmail(body, { siteUrl, leaveLink })
      : writtenMessageEmail(body, siteUrl);
  return {
    recipients: await countRecipients(body.audience, deps),
    subject: email.subject,
    html: email.html,
  };
};

/** For recipients who were held back, or whose outcome is unknown (MSG-03). */
export const sendMessageAgain: Operation<MessageRoutes['sendMessageAgain'], AdminDeps> = async (
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
  const result = await sendAgain(table, request, [auditEvent]);
  if (result.outcome !== 'done') throw result.outcome === 'busy' ? busy() : problem('messageNotFound');
  return { queued: result.queued };
};

/** `messenger` sends it (MSG-01, MSG-04). A repeated request names the same message, so that nothing is sent twice. */
export const sendMessage: Operation<
  MessageRoutes['sendMessage'],
  Pick<AdminDeps, 'table' | 'clock' | 'timeZone'>
> = async ({ caller, body: { audience, subject, text }, idempotencyKey }, deps) => {
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
  if ((await storeMessage(deps.table, message, [auditEvent])).outcome === 'busy') throw busy();
  return { id: message.id };
};

export const sendTestMessage: Operation<MessageRoutes['sendTestMessage'], AdminDeps> = async (
  { caller, body, idempotencyKey },
  { table, clock },
) => {
  const id = messageIdOf('test', caller.userId, idempotencyKey);
  const { outcome } = await storeMessage(
    table,
    {
      id,
      created_at: instantOf(clock()),
      made_by: caller.userId,
      kind: 'test',
      audience: { kind: 'author', account_id: caller.userId },
      facts: body,
    },
    [],
  );
  if (outcome === 'busy') throw busy();
  return { id };
};

export const listReaders: Operation<MessageRoutes['listReaders'], AdminDeps> = async (_, { table }) => ({
  readers: await newsletter.listReaders(table),
});

export const removeReader: Operation<MessageRoutes['removeReader'], AdminDeps> = async (
  { caller, params: { readerId } },
  { table, clock },
) => {
  const now = clock();
  const auditEvent = auditEventPut(table, now, {
    actor_id: caller.userId,
    action: 'reader.removed',
    subject_id: readerId,
  });
  const { outcome } = await newsletter.removeReader(table, readerId, now, [auditEvent]);
  if (outcome === 'busy') throw busy();
  if (outcome === 'not-on-list') throw problem('readerNotFound');
};
