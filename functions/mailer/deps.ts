import type { Clock } from '../clock.ts';
import type { Table } from '../data/dynamo/table.ts';
import type { MailDeps } from '../email/send.ts';

export interface MailerDeps {
  readonly table: Table;
  readonly mail: MailDeps;
  readonly clock: Clock;
  /** Origin of the site, for links. */
  readonly siteUrl: string;
  /** IANA zone in which the day of a booking is judged. */
  readonly timeZone: string;
}
