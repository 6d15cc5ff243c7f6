import type { Clock } from './clock.ts';
import type { Table } from './data/table.ts';

/** What an operation that depends on the time of day needs. */
export interface TimedDeps {
  readonly table: Table;
  readonly clock: Clock;
  /** IANA time zone of the business: of "today" and of the sessions. */
  readonly timeZone: string;
}
