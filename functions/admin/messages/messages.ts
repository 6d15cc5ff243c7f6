import { toCalendarDate } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import { pageSizes } from '#shared/limits';
import { paths } from '#shared/paths';
import type { WritableAudience } from '#shared/schemas/message-input';
import { auditEventPut } from '../../data/audit/activity.ts';
import { getActiveProfile } from '../../data/families/profiles.ts';
import { describeMessages, describeRecipients, loggedText } from '../../data/messages/describe-messages.ts';
import * as messages from '../../data/messages/messages.ts';
import { listRecipients } from '../../data/messages/recipients.ts';
import { sendAgain } from '../../data/messages/send-again.ts';
import { listReaders } from '../../data/newsletter/readers.ts';
import { listAudience } from '../../lib/audience.ts';
import { newsEmail, writtenMessageEmail } from '../../lib/email/templates/written-message.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/** The log of messages, newest first (MSG-06). */
export const listMessages: Operation<'listMessages', AdminDeps> = async ({ query }, { table }) => {
  const limit = pageSizes.usual;
  const found = await messages.listMessages(table, { before: query.cursor, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    messages: await describeMessages(table, page),
    next_cursor: last && found.length > limit ? messages.messagePosition(last) : null,
  };
};

/** A message with its recipients: who is reached, and who is to be called (CAN-12). */
export const getMessage: Operation<'getMessage', AdminDeps> = async (
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

/** How many families or readers a message would go to now. */
export const countRecipients = async (
  audience: WritableAudience,
  { table, clock, timeZone }: Pick<AdminDeps, 'table' | 'clock' | 'timeZone'>,
): Promise<number> => {
  if (audience.kind === 'readers') return (await listReaders(table)).length;
  if (audience.kind === 'family') return (await getActiveProfile(table, audience.parent_id)) ? 1 : 0;
  return (await listAudience(table, audience, toCalendarDate(clock(), timeZone))).length;
};

/** A message as its recipients would read it, and their number (MSG-01). */
export const getMessagePreview: Operation<'getMessagePreview', AdminDeps> = async ({ body }, deps) => {
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
