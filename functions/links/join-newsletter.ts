import { requestMail } from '../lib/email/request-mail.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import type { LinksDeps } from './deps.ts';

/**
 * Requests the email that confirms an address for the newsletter (FRM-03). The list is not read, so that the answer and its
 * time are the same for every address.
 * @throws ProblemError tooManyAttempts, busy
 */
export const joinNewsletter: Operation<'joinNewsletter', LinksDeps> = ({ body: { email }, source }, deps) =>
  requestMail({ kind: 'join-newsletter', route: 'joinNewsletter', email, source }, deps);
