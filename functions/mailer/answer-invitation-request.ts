import { paths } from '#shared/paths';
import { createInvitationLink, getInvitation, type StoredInvitation } from '../data/coaches/invitations.ts';
import { countMail } from '../data/mail/count-mail.ts';
import { deleteMailRequest, isOutdated, type MailRequest } from '../data/mail/mail-requests.ts';
import { sendOnce } from '../lib/email/sending/send-once.ts';
import { coachInvitationEmail } from '../lib/email/templates/coach-invitation.ts';
import { log } from '../log.ts';
import type { MailerDeps } from './deps.ts';

/** The invitation that a request is answered for, or why it is not answered with an email. */
const findInvitation = async (
  request: MailRequest,
  { table, clock }: MailerDeps,
): Promise<StoredInvitation | 'outdated' | 'withdrawn' | 'sent-recently'> => {
  if (isOutdated(request, clock())) return 'outdated';
  const invitation = await getInvitation(table, request.email);
  // An invitation that was repeated since has a request of its own.
  if (invitation?.invited_at !== request.created_at) return 'withdrawn';
  return (await countMail(table, request)) ? invitation : 'sent-recently';
};

/**
 * Emails the link of an invitation, at most once for a request. The link is made immediately before its email is sent.
 * @throws what `sendOnce` and the table throw; a later call completes what is left
 */
export const answerInvitationRequest = async (request: MailRequest, deps: MailerDeps): Promise<void> => {
  const { id, email } = request;
  const { table, siteUrl } = deps;
  const invitation = await findInvitation(request, deps);
  if (typeof invitation === 'string')
    log.info('invitation-email.not-needed', { request: id, reason: invitation });
  else {
    await sendOnce(
      {
        kind: 'invitation-email',
        subjectId: id,
        causedAt: request.created_at,
        fields: { request: id },
        compose: async () => {
          const secret = await createInvitationLink(table, invitation);
          if (!secret) throw new Error('The invitation was withdrawn meanwhile');
          const link = new URL(paths.coachInvitationLink(secret), siteUrl).href;
          return { to: email, ...coachInvitationEmail(link, siteUrl) };
        },
      },
      deps,
    );
  }
  await deleteMailRequest(table, request);
};
