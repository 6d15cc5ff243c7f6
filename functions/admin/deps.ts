import type { Clock, Pause } from '../clock.ts';
import type { Table } from '../data/table.ts';
import type { UserPool } from '../identity/user-pool.ts';

export interface AdminDeps {
  readonly table: Table;
  readonly userPool: UserPool;
  readonly clock: Clock;
  readonly pause: Pause;
  /** IANA time zone of "today". */
  readonly timeZone: string;
}
