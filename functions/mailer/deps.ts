import type { SendOnceDeps } from '../email/sending/send-once.ts';

export interface MailerDeps extends SendOnceDeps {
  /** Origin of the site, for links. */
  readonly siteUrl: string;
  /** IANA zone in which the day of a booking is judged. */
  readonly timeZone: string;
}
