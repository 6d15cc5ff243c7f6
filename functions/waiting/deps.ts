import type { Clock } from '../clock.ts';
import type { Table } from '../data/table.ts';

export interface WaitingDeps {
  readonly table: Table;
  readonly clock: Clock;
  /** IANA time zone of the business. */
  readonly timeZone: string;
}
