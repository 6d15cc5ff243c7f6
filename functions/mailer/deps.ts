import type { SendOnceDeps } from '../lib/email/sending/send-once.ts';

export interface MailerDeps extends SendOnceDeps {
  /** Origin of the site, for links. */
  readonly siteUrl: string;
  /** IANA time zone of the day of a booking. */
  readonly timeZone: string;
}
