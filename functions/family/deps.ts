import type { Clock } from '../clock.ts';
import type { Table } from '../data/table.ts';

export interface FamilyDeps {
  readonly table: Table;
  readonly clock: Clock;
  /** IANA time zone of "today". */
  readonly timeZone: string;
}
