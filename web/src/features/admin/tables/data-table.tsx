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

/** On phones rows have two lines (NTF-06), in wide tables below 1280 px; printed pages always have a table. */
const belowWide = 'screen and (width < 80rem)';

/** Whether the rows of a table have two lines at present. Their widths then do not depend on each other. */
const useTwoLines = (isWide: boolean): boolean => useMedia(isWide ? belowWide : phone);

interface SortButtonProps {
  readonly header: string;
  readonly state: 'ascending' | 'descending' | undefined;
  readonly onClick: () => void;
}

const icons = { ascending: ArrowUp, descending: ArrowDown };

/** A column header that sorts by the column. */
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

/** Sorts rows of two lines, which have no column headers. */
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

/** How rows look, and the cells of each column. */
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
  /** The button that opens the row on a phone; none when the two lines show all columns. */
  readonly toggle: { readonly label: string; readonly onToggle: () => void } | undefined;
}

/** A row of plain cells. */
const TableRow = <Row,>({ row, columns, looks, isOpen, toggle }: TableRowProps<Row>) => (
  <Table.Row look={looks.rows} data-open={isOpen || undefined}>
    {columns.map(({ id, header, cell, kind }, place) =>
      kind === 'title' ? (
        <Table.Cell key={id} as="th" role="rowheader" scope="row" look={looks.columns[place]}>
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
          look={looks.columns[place]}
          data-header={kind === 'actions' ? undefined : header}
        >
          {cell(row)}
        </Table.Cell>
      ),
    )}
  </Table.Row>
);

interface DataTableProps<Row> {
  /** Accessible name. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Buttons and links of a row, in a last column. */
  readonly actions?: (row: Row) => ReactNode;
  readonly rows: readonly Row[];
  /** Shown in place of a table without rows. */
  readonly empty?: string;
  /** What to do first, below it. */
  readonly emptyHint?: string;
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
  const looks = useMemo(
    () => looksOf(columns, { isStacked: hasTwoLines, isLarge, opens }),
    [columns, hasTwoLines, isLarge, opens],
  );
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
            {columns.map(({ id, header, sortBy: sortable }, place) => (
              <Table.ColumnHeader key={id} look={looks.columns[place]} aria-sort={sortStateOf(id, order)}>
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
const toggled = (id: string, order: string | null): string => {
  if (order === id) return `-${id}`;
  return order === `-${id}` ? '' : id;
};
