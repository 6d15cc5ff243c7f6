import { writtenMessageEmail } from '../email/templates/written-message.ts';
import type { Operation } from '../http/create-handler.ts';
import { countRecipients } from './count-recipients.ts';
import type { AdminDeps } from './deps.ts';

/** A message as its recipients would see it (MSG-01). */
export const previewMessage: Operation<'previewMessage', AdminDeps> = async ({ body }, deps) => {
  const { subject, html } = writtenMessageEmail(body, deps.siteUrl);
  return { recipients: await countRecipients(body.audience, deps), subject, html };
};
