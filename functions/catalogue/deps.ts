import type { Table } from '../data/table.ts';

export interface CatalogueDeps {
  readonly table: Table;
  /** IANA time zone of the business. */
  readonly timeZone: string;
}
