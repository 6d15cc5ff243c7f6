import type { Clock } from '../clock.ts';
import type { Table } from '../data/table.ts';
import type { UserPool } from '../identity/user-pool.ts';

export interface AdminDeps {
  readonly table: Table;
  readonly userPool: UserPool;
  readonly clock: Clock;
  /** Origin of the site, for links in the preview of an email. */
  readonly siteUrl: string;
  /** IANA time zone of "today". */
  readonly timeZone: string;
  /** Hosts whose pictures a class may show. */
  readonly pictureHosts: readonly string[];
}
