import type { Clock } from '../clock.ts';
import type { Table } from '../data/table.ts';
import type { MailDeps } from '../email/sending/send.ts';

export interface LinksDeps {
  readonly table: Table;
  readonly mail: MailDeps;
  readonly clock: Clock;
  /** Origin of the site, for links. */
  readonly siteUrl: string;
}
