// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop implicit roles from a table with another `display`.

import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useGrowingCount } from '../../../lib/browser/use-growing-count.ts';
import { type Column, sortRows } from './column.ts';
import { SortButton } from './sort-button.tsx';
import { SortChoice } from './sort-choice.tsx';
import { TableRow } from './table-row.tsx';
import { tableStyles } from './table-styles.ts';
import { useTwoLines } from './use-two-lines.ts';

interface DataTableProps<Row> {
  /** Accessible name. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Names a row for the button that opens it. */
  readonly rowName: (row: Row) => string;
  /** Whether `rows` is the whole list. A page of a longer list cannot be sorted, since that would not sort the list. */
  readonly isWhole: boolean;
  /** Whether other rows are being loaded in place of these. */
  readonly isStale?: boolean;
  /** Rows have two lines on tablets too, for tables of more than eight columns. */
  readonly isWide?: boolean;
  /** Large type, for reading at arm's length. */
  readonly isLarge?: boolean;
  /** Query parameter of the order, for screens with two tables. */
  readonly sortParam?: string;
}

/** Rows of a phone: a step takes it about 12 ms. */
const growth = { first: 12, step: 10 };
/** Rows that are read at a glance: a phone does not offer to sort them. */
const fewRows = 3;

/**
 * A table that is sorted as the URL says. On phones a row has two lines; a button opens it for the other columns.
 */
export const DataTable = <Row,>({
  label,
  columns,
  rows,
  rowKey,
  rowName,
  isWhole,
  isStale = false,
  isWide = false,
  isLarge = false,
  sortParam = 'sort',
}: DataTableProps<Row>) => {
  const { state } = useLocation();
  const [params, setParams] = useSearchParams();
  const hasTwoLines = useTwoLines(isWide);
  const [openRow, setOpenRow] = useState<string>();
  const order = isWhole ? params.get(sortParam) : null;
  // A phone renders the rows that its window does not show in later steps. In a table these rows would change the widths
  // of the columns.
  const grown = useGrowingCount(hasTwoLines ? rows.length : 0, growth);
  const sortBy = (next: string) =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        if (next) changed.set(sortParam, next);
        else changed.delete(sortParam);
        return changed;
      },
      // The state has the search.
      { replace: true, state },
    );
  const canSort = isWhole && rows.length > 1;
  const opens = columns.some(({ line }) => line) && columns.some(({ line }) => !line);
  // The same elements at each step, so that React renders only the new rows.
  const rowElements = useMemo(
    () =>
      sortRows(rows, columns, order).map((row) => {
        const key = rowKey(row);
        const isOpen = key === openRow;
        return (
          <TableRow
            key={key}
            row={row}
            columns={columns}
            isOpen={isOpen}
            toggle={
              opens
                ? {
                    label: `Details of ${rowName(row)}`,
                    onToggle: () => setOpenRow(isOpen ? undefined : key),
                  }
                : undefined
            }
          />
        );
      }),
    [rows, columns, order, rowKey, rowName, openRow, opens],
  );
  return (
    <Stack gap="3">
      {canSort && rows.length > fewRows && (
        <SortChoice columns={columns} order={order} onSort={sortBy} isWide={isWide} />
      )}
      <chakra.table
        role="table"
        aria-label={label}
        aria-busy={isStale}
        data-opens={opens || undefined}
        data-wide={isWide || undefined}
        data-large={isLarge || undefined}
        data-reach={columns.some(({ line }) => line === 'reach') || undefined}
        css={tableStyles}
      >
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ id, header, kind, sortBy: sortable }) => (
              <th
                key={id}
                role="columnheader"
                scope="col"
                data-kind={kind}
                aria-sort={sortStateOf(id, order)}
              >
                {/* Rows of two lines hide their headers: the focus of a button would not be seen. */}
                {canSort && sortable && !hasTwoLines ? (
                  <SortButton
                    header={header}
                    state={sortStateOf(id, order)}
                    onClick={() => sortBy(toggled(id, order))}
                  />
                ) : (
                  header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">{hasTwoLines ? rowElements.slice(0, grown) : rowElements}</tbody>
      </chakra.table>
    </Stack>
  );
};

const sortStateOf = (id: string, order: string | null): 'ascending' | 'descending' | undefined => {
  if (order === id) return 'ascending';
  return order === `-${id}` ? 'descending' : undefined;
};

/** The next order of a column: ascending, descending, unsorted. */
const toggled = (id: string, order: string | null): string => {
  if (order === id) return `-${id}`;
  return order === `-${id}` ? '' : id;
};
