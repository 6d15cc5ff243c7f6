import { ArrowDown, ArrowUp, ArrowUpDown, ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { css } from '#styled-system/css';
import { EmptyPitch } from '../../../components/badge.tsx';
import { Select } from '../../../components/select.tsx';
import { Box } from '../../../components/ui/box.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { type ListLook, Table } from '../../../components/ui/table.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { useGrowingCount } from '../../../lib/browser/use-growing-count.ts';
import { phone, useMedia } from '../../../lib/browser/use-media.ts';
import { type Column, sortRows } from './column.ts';

/** Rows have two lines on phones (NTF-06), and in wide tables below 1280 px; printed pages always have a table. */
const belowWide = 'screen and (width < 80rem)';

/** The widths of rows with two lines do not depend on each other. */
const useTwoLines = (isWide: boolean): boolean => useMedia(isWide ? belowWide : phone);

interface SortButtonProps {
  readonly header: string;
  readonly state: 'ascending' | 'descending' | undefined;
  readonly onClick: () => void;
}

const icons = { ascending: ArrowUp, descending: ArrowDown };

const SortButton = ({ header, state, onClick }: SortButtonProps) => {
  const Icon = state ? icons[state] : ArrowUpDown;
  return (
    <button type="button" className={sortButton} onClick={onClick}>
      {header}
      <Icon size="1em" aria-hidden />
    </button>
  );
};

const sortButton = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  minHeight: 'touch',
  my: '-2',
  fontWeight: 'semibold',
  textAlign: 'start',
  cursor: 'pointer',
  _hover: { color: 'fg' },
  _print: { '& svg': { display: 'none' } },
});

interface SortChoiceProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly order: string | null;
  readonly onSort: (order: string) => void;
}

/** Rows of two lines have no column headers to press. */
const SortChoice = <Row,>({ columns, order, onSort }: SortChoiceProps<Row>) => {
  const id = useId();
  const sortable = columns.filter(({ sortBy }) => sortBy);
  if (sortable.length === 0) return null;
  return (
    <Box _print={{ display: 'none' }}>
      <Box asChild display="block" mb="1.5" fontWeight="semibold">
        <label htmlFor={id}>Sort by</label>
      </Box>
      <Select id={id} value={order ?? ''} onChange={(event) => onSort(event.target.value)}>
        <option value="">As listed</option>
        {sortable.flatMap(({ id: column, header }) => [
          <option key={column} value={column}>
            {header}
          </option>,
          <option key={`-${column}`} value={`-${column}`}>
            {header}, reversed
          </option>,
        ])}
      </Select>
    </Box>
  );
};

interface Looks {
  readonly rows: ListLook;
  readonly columns: readonly ListLook[];
}

const looksOf = (
  columns: readonly Pick<Column<never>, 'kind' | 'line'>[],
  { isStacked, isLarge, opens }: { isStacked: boolean; isLarge: boolean; opens: boolean },
): Looks => {
  if (!isStacked) return { rows: {}, columns: columns.map(({ kind }) => ({ kind })) };
  const taken = new Set(columns.map(({ line }) => line));
  const isWideLead = !taken.has('leadEnd');
  const lines = isWideLead ? 'wideLead' : isLarge ? 'large' : taken.has('reach') ? 'reach' : undefined;
  const rows = { stacked: true, opens, lines } as const;
  const lineOf = (line: Column<never>['line']) =>
    line === 'lead' && isWideLead ? 'wideLead' : (line ?? 'more');
  return { rows, columns: columns.map(({ kind, line }) => ({ ...rows, kind, line: lineOf(line) })) };
};

interface TableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly looks: Looks;
  readonly isOpen: boolean;
  readonly toggle: { readonly label: string; readonly onToggle: () => void } | undefined;
}

const TableRow = <Row,>({ row, columns, looks, isOpen, toggle }: TableRowProps<Row>) => (
  <Table.Row look={looks.rows} data-open={isOpen || undefined}>
    {columns.map(({ id, header, cell, kind }, index) =>
      kind === 'title' ? (
        <Table.Cell key={id} as="th" role="rowheader" scope="row" look={looks.columns[index]}>
          {cell(row)}
          {toggle && (
            <Table.RowTrigger
              look={looks.rows}
              aria-label={toggle.label}
              aria-expanded={isOpen}
              onClick={toggle.onToggle}
            >
              <ChevronDown size="1.2em" aria-hidden />
            </Table.RowTrigger>
          )}
        </Table.Cell>
      ) : (
        <Table.Cell
          key={id}
          look={looks.columns[index]}
          data-header={kind === 'actions' ? undefined : header}
        >
          {cell(row)}
        </Table.Cell>
      ),
    )}
  </Table.Row>
);

interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly actions?: (row: Row) => ReactNode;
  readonly rows: readonly Row[];
  readonly empty?: string;
  readonly emptyHint?: string;
  readonly rowKey: (row: Row) => string;
  readonly rowName: (row: Row) => string;
  /** Whether `rows` is the whole list. Sorting a page of a longer list would not sort the list, so it is not offered. */
  readonly isWhole: boolean;
  readonly isStale?: boolean;
  readonly isWide?: boolean;
  readonly isLarge?: boolean;
  readonly sortParam?: string;
}

/** On a phone a step takes about 12 ms. */
const growth = { first: 12, step: 10 };
/** A phone does not offer to sort so few rows. */
const fewRows = 3;

/** The URL has the order. On phones a row has two lines; a button shows the other columns. */
export const DataTable = <Row,>({ empty, emptyHint, ...table }: DataTableProps<Row>) =>
  empty && table.rows.length === 0 ? (
    <EmptyPitch>
      <Text fontSize="lg">{empty}</Text>
      {emptyHint && <Text color="fg.muted">{emptyHint}</Text>}
    </EmptyPitch>
  ) : (
    <Rows {...table} />
  );

const Rows = <Row,>({
  label,
  columns: dataColumns,
  actions,
  rows,
  rowKey,
  rowName,
  isWhole,
  isStale = false,
  isWide = false,
  isLarge = false,
  sortParam = 'sort',
}: Omit<DataTableProps<Row>, 'empty' | 'emptyHint'>) => {
  const columns = useMemo(
    (): readonly Column<Row>[] =>
      actions
        ? [...dataColumns, { id: 'actions', header: 'Actions', kind: 'actions', cell: actions }]
        : dataColumns,
    [dataColumns, actions],
  );
  const { state } = useLocation();
  const [params, setParams] = useSearchParams();
  const hasTwoLines = useTwoLines(isWide);
  const [openRow, setOpenRow] = useState<string>();
  const order = isWhole ? params.get(sortParam) : null;
  // A phone renders rows below its window in later steps. In a table with columns, later rows would change the widths.
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
  const looks = useMemo(
    () => looksOf(columns, { isStacked: hasTwoLines, isLarge, opens }),
    [columns, hasTwoLines, isLarge, opens],
  );
  // The elements stay the same at each step, so that React renders only the new rows.
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
            looks={looks}
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
    [rows, columns, looks, order, rowKey, rowName, openRow, opens],
  );
  return (
    <Stack gap="3">
      {canSort && hasTwoLines && rows.length > fewRows && (
        <SortChoice columns={columns} order={order} onSort={sortBy} />
      )}
      <Table.Root
        look={looks.rows}
        size={isLarge ? 'lg' : 'md'}
        aria-label={label}
        aria-busy={isStale}
        data-large={isLarge || undefined}
      >
        <Table.Header look={looks.rows}>
          <Table.Row>
            {columns.map(({ id, header, sortBy: sortable }, index) => (
              <Table.ColumnHeader key={id} look={looks.columns[index]} aria-sort={sortStateOf(id, order)}>
                {/* Rows of two lines hide their headers: the focus of a button would not be seen. */}
                {canSort && sortable && !hasTwoLines ? (
                  <SortButton
                    header={header}
                    state={sortStateOf(id, order)}
                    onClick={() => sortBy(nextOrder(id, order))}
                  />
                ) : (
                  header
                )}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body look={looks.rows}>{hasTwoLines ? rowElements.slice(0, grown) : rowElements}</Table.Body>
      </Table.Root>
    </Stack>
  );
};

const sortStateOf = (id: string, order: string | null): 'ascending' | 'descending' | undefined => {
  if (order === id) return 'ascending';
  return order === `-${id}` ? 'descending' : undefined;
};

/** The next order of a column: ascending, descending, unsorted. */
const nextOrder = (id: string, order: string | null): string => {
  if (order === id) return `-${id}`;
  return order === `-${id}` ? '' : id;
};
