import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly sortBy?: (row: Row) => string | number;
  /**
   * `title` is the row header, `text` has a minimum width, `place` a larger one, `short` does not wrap, `spare` shows
   * only where a row has room, `email` may break anywhere, `contact` has links that are pressed.
   */
  readonly kind?: 'title' | 'text' | 'place' | 'short' | 'spare' | 'email' | 'number' | 'actions' | 'contact';
  /** Position in a phone's row of two lines; other columns show when the row is opened. `reach` is beside both lines. */
  readonly line?: 'lead' | 'leadEnd' | 'detail' | 'detailEnd' | 'reach';
}

/** Most lists have the order of the answer, so the first use loads the locale's collation. */
let collator: Intl.Collator | undefined;

const compare = (one: string | number, other: string | number): number => {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return collator.compare(String(one), String(other));
};

/** Order `name` sorts ascending by the column with that id, `-name` descending; null or an unknown id sorts nothing. */
export const sortRows = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: string | null,
): readonly Row[] => {
  const sortBy = columns.find(({ id }) => id === order?.replace(/^-/, ''))?.sortBy;
  if (!sortBy) return rows;
  const direction = order?.startsWith('-') ? -1 : 1;
  return rows.toSorted((one, other) => direction * compare(sortBy(one), sortBy(other)));
};
