import { paths } from '#shared/paths';
import type { MailerDeps } from '../lib/deps.ts';
import { log } from '../lib/log.ts';
import { countMail, deleteMailRequest, isOutdated, type MailRequest } from '../lib/mail/mail-requests.ts';
import { sendOnce } from '../lib/mail/send-once.ts';
import { joinNewsletterEmail } from './emails.ts';
import { createJoining } from './newsletter.ts';

/** Why no confirmation is sent, if none is. */
const skipReason = async (
  request: MailRequest,
  { table }: MailerDeps,
  now: Date,
): Promise<'outdated' | 'sent-recently' | undefined> => {
  if (isOutdated(request, now)) return 'outdated';
  return (await countMail(table, request)) ? undefined : 'sent-recently';
};

/**
 * Emails the link that confirms an address for the newsletter, at most once for a request, and a few times in a period
 * for a mailbox, whoever enters its address. The token is made immediately before its email is sent.
 * @throws what `sendOnce` and the table throw; a later call completes what is left
 */
export const answerNewsletterRequest = async (request: MailRequest, deps: MailerDeps): Promise<void> => {
  const { id, email } = request;
  const { table, clock, siteUrl } = deps;
  const reason = await skipReason(request, deps, clock());
  if (reason) log.info('newsletter-email.not-needed', { request: id, reason });
  else {
    await sendOnce(
      {
        kind: 'newsletter-email',
        subjectId: id,
        causedAt: request.created_at,
        fields: { request: id },
        compose: async () => {
          const token = await createJoining(table, email, clock());
          const link = new URL(paths.newsletterConfirmLink(token), siteUrl).href;
          return { to: email, ...joinNewsletterEmail(link, siteUrl) };
        },
      },
      deps,
    );
  }
  await deleteMailRequest(table, request);
};
