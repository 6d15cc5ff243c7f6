import type { ReactNode } from 'react';

/** One column of a table. */
export interface Column<Row> {
  /** Names the column in the address when the table is sorted by it. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** What rows sort by, where they can be sorted. */
  readonly sortBy?: (row: Row) => string | number;
  /** `title` heads the row, `text` gets room for words, `short` stays on one line, `email` may break anywhere. */
  readonly kind?: 'title' | 'text' | 'short' | 'email' | 'number' | 'actions';
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const compare = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : collator.compare(String(one), String(other));

/** `name` sorts ascending by the column with that id, `-name` descending; null or anything else leaves the order. */
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
