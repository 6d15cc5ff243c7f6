import { describeMessages, describeRecipients, loggedText } from '../../data/messages/describe-messages.ts';
import * as messages from '../../data/messages/messages.ts';
import { listRecipients } from '../../data/messages/recipients.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

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
