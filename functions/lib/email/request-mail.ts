import { type MailRequestInput, requestMail as storeMailRequest } from '../../data/mail/mail-requests.ts';
import type { TimedDeps } from '../../timed-deps.ts';
import { busy } from '../http/problem-error.ts';
import { tooManyAttempts } from '../http/too-many-attempts.ts';

/**
 * Requests an email from the mailer. Nothing here depends on whether the address has an account: known and unknown
 * addresses get the same answer in the same time.
 * @throws ProblemError tooManyAttempts, busy
 */
export const requestMail = async (
  input: Omit<MailRequestInput, 'now'>,
  { table, clock }: Pick<TimedDeps, 'table' | 'clock'>,
): Promise<{ success: true }> => {
  const result = await storeMailRequest(table, { ...input, now: clock() });
  if (result.outcome === 'limited') throw tooManyAttempts(result);
  if (result.outcome === 'busy') throw busy();
  return { success: true };
};
