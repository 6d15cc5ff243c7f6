import type { Clock, Pause } from './clock.ts';
import type { UserPool } from './identity/users.ts';
import type { MailDeps } from './mail/send.ts';
import type { SendOnceDeps } from './mail/send-once.ts';
import type { Table } from './table.ts';

export interface TimedDeps {
  readonly table: Table;
  readonly clock: Clock;
  /** The IANA time zone of "today" and of the sessions. */
  readonly timeZone: string;
}

export interface CatalogueDeps {
  readonly table: Table;
  readonly timeZone: string;
}

export interface AccountDeps extends TimedDeps {
  readonly userPool: UserPool;
  readonly clientId: string;
  readonly pause: Pause;
}

export interface AdminDeps extends TimedDeps {
  readonly userPool: UserPool;
  /** For links in the preview of an email. */
  readonly siteUrl: string;
  readonly pictureHosts: readonly string[];
}

export interface LinksDeps extends TimedDeps {
  readonly mail: MailDeps;
  readonly siteUrl: string;
}

export interface MailerDeps extends SendOnceDeps {
  readonly siteUrl: string;
  readonly timeZone: string;
}

export interface MessengerDeps extends TimedDeps {
  readonly mail: MailDeps;
  /** Milliseconds that never go back, for the rate. */
  readonly elapsed: () => number;
  readonly pause: Pause;
  /** SES's rate less what single emails need. */
  readonly mailsPerSecond: number;
  readonly siteUrl: string;
}
