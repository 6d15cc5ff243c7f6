import { paths } from '#shared/paths';
import { newsEmail, writtenMessageEmail } from '../../lib/email/templates/written-message.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';
import { countRecipients } from './count-recipients.ts';

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
