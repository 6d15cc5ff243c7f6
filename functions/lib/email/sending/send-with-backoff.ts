import { systemPause } from '../../../clock.ts';
import { EmailError } from './email-error.ts';
import { type Mail, type MailDeps, sendEmail } from './send.ts';

/**
 * How long one email waits for SES altogether, requests included, in milliseconds. Two emails, one after the other, end
 * within the mailer's timeout.
 */
export const throttleBudgetMs = 45_000;

const firstPauseMs = 500;
const longestPauseMs = 8_000;

/**
 * Sends one email. While SES throttles, it waits with full jitter and tries again: a batch is sent at once, and failing
 * would use up the retries of the stream, after which the record is parked.
 * @returns the id SES gave the message
 * @throws EmailError as `sendEmail`; for throttling once the budget is used
 */
export const sendWithBackoff = async (mail: Mail, deps: MailDeps): Promise<string> => {
  const { pause = systemPause } = deps;
  let budgetMs = throttleBudgetMs;
  for (let ceilingMs = firstPauseMs; ; ceilingMs = Math.min(2 * ceilingMs, longestPauseMs)) {
    const startedAt = performance.now();
    try {
      return await sendEmail(mail, deps);
    } catch (error) {
      const waitMs = Math.random() * ceilingMs;
      budgetMs -= waitMs + performance.now() - startedAt;
      if (!(error instanceof EmailError && error.isThrottled) || budgetMs < 0) throw error;
      await pause(waitMs);
    }
  }
};
