import { paths } from '#shared/paths';
import type { MailerDeps } from '../lib/deps.ts';
import { checkInTime, countMail, deleteMailRequest, type MailRequest } from '../lib/mail/mail-requests.ts';
import { type MailEnd, notNeeded } from '../lib/mail/not-sent.ts';
import { sendOnce } from '../lib/mail/send-once.ts';
import { joinNewsletterEmail } from './emails.ts';
import { createJoining } from './newsletter.ts';

/**
 * Once for a request, a few times in a period for a mailbox. The token is made just before.
 * @throws what `sendOnce` and the table throw; a later call completes the rest
 */
export const answerNewsletterRequest = async (request: MailRequest, deps: MailerDeps): Promise<MailEnd> => {
  const { id, email } = request;
  const { table, clock, siteUrl } = deps;
  const end = (await countMail(table, request))
    ? await sendOnce(
        {
          kind: 'newsletter-email',
          subjectId: id,
          causedAt: request.created_at,
          fields: { request: id },
          compose: async () => {
            checkInTime(request, deps);
            const token = await createJoining(table, email, clock());
            const link = new URL(paths.newsletterConfirmLink(token), siteUrl).href;
            return { to: email, ...joinNewsletterEmail(link, siteUrl) };
          },
        },
        deps,
      )
    : notNeeded('newsletter-email.not-needed', 'sent-recently', { request: id });
  await deleteMailRequest(table, request);
  return end;
};
