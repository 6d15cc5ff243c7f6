import { durationText } from '#shared/domain/duration';
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
  const result = await mailRequests.requestMail(table, { ...input, now: clock() });
  if (result.outcome === 'limited') throw tooManyAttempts(result);
  if (result.outcome === 'busy') throw busy();
  return { success: true };
};

/** The refusal by a limit, which says how long its period is. */
export const tooManyAttempts = ({ periodSeconds }: { readonly periodSeconds: number }) =>
  problem('tooManyAttempts', { time: durationText(periodSeconds) }, { retryAfter: periodSeconds });
