// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop implicit roles from a table with another `display`.

import { ChevronDown } from 'lucide-react';
import type { Column } from './column.ts';

interface TableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly isOpen: boolean;
  /** The button that opens the row on a phone; none when the two lines show all columns. */
  readonly toggle: { readonly label: string; readonly onToggle: () => void } | undefined;
}

/** A row of plain cells. */
export const TableRow = <Row,>({ row, columns, isOpen, toggle }: TableRowProps<Row>) => (
  <tr role="row" data-open={isOpen || undefined}>
    {columns.map(({ id, header, cell, kind, line }) =>
      kind === 'title' ? (
        <th key={id} role="rowheader" scope="row" data-kind={kind} data-line={line}>
          {cell(row)}
          {toggle && (
            <button
              type="button"
              data-row-toggle
              aria-label={toggle.label}
              aria-expanded={isOpen}
              onClick={toggle.onToggle}
            >
              <ChevronDown size="1.2em" aria-hidden />
            </button>
          )}
        </th>
      ) : (
        <td
          key={id}
          role="cell"
          data-kind={kind}
          data-line={line}
          data-header={kind === 'actions' ? undefined : header}
        >
          {cell(row)}
        </td>
      ),
    )}
  </tr>
);
