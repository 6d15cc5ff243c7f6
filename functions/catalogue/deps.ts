import type { Table } from '../data/dynamo/table.ts';

export interface CatalogueDeps {
  readonly table: Table;
}
