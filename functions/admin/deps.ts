import type { Clock } from '../clock.ts';
import type { Table } from '../data/table.ts';
import type { UserPool } from '../identity/user-pool.ts';

export interface AdminDeps {
  readonly table: Table;
  readonly userPool: UserPool;
  readonly clock: Clock;
  /** IANA time zone of "today". */
  readonly timeZone: string;
  /** Hosts whose pictures a class may show. */
  readonly pictureHosts: readonly string[];
}
