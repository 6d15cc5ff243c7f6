import type { Pause } from '../clock.ts';
import type { MailDeps } from '../lib/email/sending/send.ts';
import type { TimedDeps } from '../timed-deps.ts';

export interface MessengerDeps extends TimedDeps {
  readonly mail: MailDeps;
  /** Milliseconds since any moment, which never go back: the rate is kept by them. */
  readonly elapsed: () => number;
  readonly pause: Pause;
  /** Emails per second for all messages together: SES's rate less what single emails need. */
  readonly mailsPerSecond: number;
  /** Origin of the site, for links. */
  readonly siteUrl: string;
}
