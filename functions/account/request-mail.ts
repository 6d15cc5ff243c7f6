import * as mailRequests from '../data/mail/mail-requests.ts';
import { problem } from '../http/problem-error.ts';
import type { AccountDeps } from './deps.ts';

/**
 * Asks the mailer for an email. Whether the address has an account is not looked at: known and unknown ones take the
 * same path to the same answer.
 * @throws ProblemError tooManyAttempts, busy
 */
export const requestMail = async (
  input: Omit<mailRequests.MailRequestInput, 'now'>,
  { table, clock }: AccountDeps,
): Promise<{ success: true }> => {
  const outcome = await mailRequests.requestMail(table, { ...input, now: clock() });
  if (outcome === 'limited') throw tooManyAttempts();
  if (outcome === 'busy') throw problem('busy', {}, { retryAfter: 1 });
  return { success: true };
};

export const tooManyAttempts = () =>
  problem('tooManyAttempts', {}, { retryAfter: mailRequests.mailPeriodSeconds });
