import { requestMail } from '../data/mail/mail-requests.ts';
import type { Operation } from '../http/create-handler.ts';
import { busy } from '../http/problem-error.ts';
import { tooManyAttempts } from '../http/too-many-attempts.ts';
import type { LinksDeps } from './deps.ts';

/**
 * Requests the email that confirms an address for the newsletter (FRM-03). The list is not read, so that the answer and its
 * time are the same for every address.
 * @throws ProblemError tooManyAttempts, busy
 */
export const joinNewsletter: Operation<'joinNewsletter', LinksDeps> = async (
  { body, source },
  { table, clock },
) => {
  const { email } = body;
  const kind = { kind: 'join-newsletter', route: 'joinNewsletter' } as const;
  const result = await requestMail(table, { ...kind, email, source, now: clock() });
  if (result.outcome === 'limited') throw tooManyAttempts(result);
  if (result.outcome === 'busy') throw busy();
  return { success: true };
};
