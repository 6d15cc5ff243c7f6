import type { Clock, Pause } from './clock.ts';
import type { UserPool } from './identity/users.ts';
import type { MailDeps } from './mail/send.ts';
import type { SendOnceDeps } from './mail/send-once.ts';
import type { Table } from './table.ts';

/** What an operation that depends on the time of day needs. */
export interface TimedDeps {
  readonly table: Table;
  readonly clock: Clock;
  /** IANA time zone of the business: of "today" and of the sessions. */
  readonly timeZone: string;
}

export interface CatalogueDeps {
  readonly table: Table;
  /** IANA time zone of the business. */
  readonly timeZone: string;
}

export interface AccountDeps extends TimedDeps {
  readonly userPool: UserPool;
  /** The client of the site in the user pool. */
  readonly clientId: string;
  readonly pause: Pause;
}

export interface AdminDeps extends TimedDeps {
  readonly userPool: UserPool;
  /** Origin of the site, for links in the preview of an email. */
  readonly siteUrl: string;
  /** Hosts whose pictures a class may show. */
  readonly pictureHosts: readonly string[];
}

export interface LinksDeps extends TimedDeps {
  readonly mail: MailDeps;
  /** Origin of the site, for links. */
  readonly siteUrl: string;
}

export interface MailerDeps extends SendOnceDeps {
  /** Origin of the site, for links. */
  readonly siteUrl: string;
  /** IANA time zone of the day of a booking. */
  readonly timeZone: string;
}

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
