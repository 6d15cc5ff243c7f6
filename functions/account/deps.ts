import type { Clock, Pause } from '../clock.ts';
import type { Table } from '../data/table.ts';
import type { UserPool } from '../identity/user-pool.ts';

export interface AccountDeps {
  readonly table: Table;
  readonly userPool: UserPool;
  readonly clock: Clock;
  readonly pause: Pause;
  /** IANA zone in which "today" is judged. */
  readonly timeZone: string;
}
