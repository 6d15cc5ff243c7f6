import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';
import { useSearchParams } from 'react-router-dom';
import { type Column, sortRows } from './column.ts';
import { SortButton } from './sort-button.tsx';
import { SortChoice } from './sort-choice.tsx';
import { frameStyles, tableStyles } from './table-styles.ts';

interface DataTableProps<Row> {
  /** Accessible name. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Whether `rows` is the whole list. A page of a longer list cannot be sorted, since that would not sort the list. */
  readonly isWhole: boolean;
  /** Query parameter of the order, for screens with two tables. */
  readonly sortParam?: string;
}

/**
 * A table, below 768 px a list of cards, in the order of the URL. The ARIA roles are explicit, because browsers drop
 * the implicit ones from a table with another `display`.
 */
export const DataTable = <Row,>({
  label,
  columns,
  rows,
  rowKey,
  isWhole,
  sortParam = 'sort',
}: DataTableProps<Row>) => {
  const [params, setParams] = useSearchParams();
  const order = isWhole ? params.get(sortParam) : null;
  const sortBy = (next: string) =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        if (next) changed.set(sortParam, next);
        else changed.delete(sortParam);
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  const canSort = isWhole && rows.length > 1;
  return (
    <>
      {canSort && <SortChoice columns={columns} order={order} onSort={sortBy} />}
      {/* Focusable, so that the keyboard can scroll it. */}
      <Box role="region" aria-label={label} tabIndex={0} css={frameStyles}>
        <chakra.table role="table" aria-label={label} css={tableStyles}>
          <chakra.thead role="rowgroup">
            <chakra.tr role="row">
              {columns.map(({ id, header, kind, sortBy: sortable }) => (
                <chakra.th
                  key={id}
                  role="columnheader"
                  scope="col"
                  data-kind={kind}
                  aria-sort={sortStateOf(id, order)}
                >
                  {canSort && sortable ? (
                    <SortButton
                      header={header}
                      state={sortStateOf(id, order)}
                      onClick={() => sortBy(toggled(id, order))}
                    />
                  ) : (
                    header
                  )}
                </chakra.th>
              ))}
            </chakra.tr>
          </chakra.thead>
          <chakra.tbody role="rowgroup">
            {sortRows(rows, columns, order).map((row) => (
              <chakra.tr key={rowKey(row)} role="row">
                {columns.map(({ id, header, cell, kind }) =>
                  kind === 'title' ? (
                    <chakra.th key={id} role="rowheader" scope="row">
                      {cell(row)}
                    </chakra.th>
                  ) : (
                    <chakra.td
                      key={id}
                      role="cell"
                      data-kind={kind}
                      data-header={kind === 'actions' ? undefined : header}
                    >
                      <div>{cell(row)}</div>
                    </chakra.td>
                  ),
                )}
              </chakra.tr>
            ))}
          </chakra.tbody>
        </chakra.table>
      </Box>
    </>
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
