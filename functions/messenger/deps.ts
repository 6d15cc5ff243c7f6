import type { Clock, Pause } from '../clock.ts';
import type { Table } from '../data/table.ts';
import type { MailDeps } from '../email/sending/send.ts';

export interface MessengerDeps {
  readonly table: Table;
  readonly mail: MailDeps;
  readonly clock: Clock;
  /** Milliseconds since any moment, which never go back: the rate is kept by them. */
  readonly elapsed: () => number;
  readonly pause: Pause;
  /** Emails per second for all messages together: SES's rate less what single emails need. */
  readonly mailsPerSecond: number;
  /** Origin of the site, for links. */
  readonly siteUrl: string;
  /** IANA time zone of the business. */
  readonly timeZone: string;
}
