import type { ReactNode } from 'react';

/** One column of a table. */
export interface Column<Row> {
  /** Identifies the column in the URL when the table is sorted by it. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Sort value of a row; absent when the column cannot be sorted. */
  readonly sortBy?: (row: Row) => string | number;
  /**
   * `title` is the row header, `text` has a minimum width, `place` a larger one, `short` does not wrap, `spare` only where a
   * row has room for it, `email` may break anywhere, `contact` has links that are pressed.
   */
  readonly kind?: 'title' | 'text' | 'place' | 'short' | 'spare' | 'email' | 'number' | 'actions' | 'contact';
  /**
   * Place in the two lines of a row on a phone; columns without one show when the row is opened. `reach` is beside
   * both.
   */
  readonly line?: 'lead' | 'leadEnd' | 'detail' | 'detailEnd' | 'reach';
}

/** Created at its first use, which loads the locale's collation: most lists are shown in the order of the answer. */
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
