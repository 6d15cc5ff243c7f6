import { limits } from '#shared/limits';
import * as mailRequests from '../data/mail/mail-requests.ts';
import { busy, problem } from '../http/problem-error.ts';
import type { AccountDeps } from './deps.ts';

/**
 * Requests an email from the mailer. Nothing here depends on whether the address has an account: known and unknown
 * addresses get the same answer in the same time.
 * @throws ProblemError tooManyAttempts, busy
 */
export const requestMail = async (
  input: Omit<mailRequests.MailRequestInput, 'now'>,
  { table, clock }: AccountDeps,
): Promise<{ success: true }> => {
  const outcome = await mailRequests.requestMail(table, { ...input, now: clock() });
  if (outcome === 'limited') throw tooManyAttempts();
  if (outcome === 'busy') throw busy();
  return { success: true };
};

export const tooManyAttempts = () => problem('tooManyAttempts', {}, { retryAfter: limits.mailPeriodSeconds });
