import type { Table } from '../data/table.ts';

export interface CatalogueDeps {
  readonly table: Table;
}
