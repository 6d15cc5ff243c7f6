import type { MailRequest } from '../data/mail/mail-requests.ts';
import { answerAccountRequest } from './answer-account-request.ts';
import { answerInvitationRequest } from './answer-invitation-request.ts';
import { answerNewsletterRequest } from './answer-newsletter-request.ts';
import type { MailerDeps } from './deps.ts';

/** Answers a request for an email. @throws what sending and the table throw; a later call completes what is left */
export const answerMailRequest = async (request: MailRequest, deps: MailerDeps): Promise<void> => {
  const { kind } = request;
  if (kind === 'join-newsletter') await answerNewsletterRequest(request, deps);
  else if (kind === 'coach-invitation') await answerInvitationRequest(request, deps);
  else await answerAccountRequest({ ...request, kind }, deps);
};
