import type { MailDeps } from '../lib/email/sending/send.ts';
import type { TimedDeps } from '../timed-deps.ts';

export interface LinksDeps extends TimedDeps {
  readonly mail: MailDeps;
  /** Origin of the site, for links. */
  readonly siteUrl: string;
}
