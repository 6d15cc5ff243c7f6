import type { Clock } from '../clock.ts';
import type { Table } from '../data/table.ts';

export interface FamilyDeps {
  readonly table: Table;
  readonly clock: Clock;
  /** IANA zone in which "today" is judged. */
  readonly timeZone: string;
}
