import { cleanLine } from './text.ts';

/**
 * All rows of a file, or of a sheet of a workbook, as cells of text. Empty rows are among them, so that the place of a row gives
 * the number that a spreadsheet shows for it.
 */
export type Cells = readonly (readonly string[])[];

/** A row of a file with its number in the file, from 1, as a spreadsheet shows it. */
export interface FileRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The rows of a file below its heading. */
export interface FileTable {
  /** "Column 1", "Column 2" where the file has none. */
  readonly heading: readonly string[];
  /** The line of the heading; null where the file has none. */
  readonly headingLine: number | null;
  /** Rows above the heading, or above the first row of a file without one. They are not read as rows of the table. */
  readonly above: readonly FileRow[];
  readonly rows: readonly FileRow[];
}

type RowTest = (cells: readonly string[]) => boolean;
/** Says of one cell whether it is of a kind. */
export type CellTest = (cell: string) => boolean;

/** What is known of the rows of one kind of files. */
interface Known {
  /** Surely a row of the table. */
  readonly isEntry: RowTest;
  /** A row of a table that nothing else is known of. */
  readonly isAnyRow: RowTest;
  /** A cell of a heading is none of these. */
  readonly isValue: CellTest;
  /** The heading has words that are known. */
  readonly isKnownHeading: RowTest;
}

/** What can separate the cells of a text file. */
export const delimiters = [',', ';', '\t', '|'] as const;

/** Lines about the file before the heading, or before the rows of a file without one. */
const mostPreambleRows = 30;

/** The cells of a row that say something. */
export const filledCells = (cells: readonly string[]): string[] => cells.filter((cell) => cell !== '');

/** A heading names at least two columns, and none of its cells is a value. */
const isHeading = (cells: readonly string[], { isValue }: Known): boolean =>
  filledCells(cells).length >= 2 && !filledCells(cells).some(isValue);

const withoutHeading = (rows: readonly FileRow[], first: number): FileTable => {
  const columns = rows.slice(first).reduce((most, { cells }) => Math.max(most, cells.length), 0);
  return {
    heading: Array.from({ length: columns }, (_, index) => `Column ${index + 1}`),
    headingLine: null,
    rows: rows.slice(first),
    above: rows.slice(0, first),
  };
};

/** The heading is a line with known words, else the last line before the first row with which it has its columns in common. */
const findIn = (file: Cells, known: Known): (FileTable & { readonly entries: number }) | undefined => {
  const rows = file
    .map((cells, index) => ({ line: index + 1, cells: cells.map(cleanLine) }))
    .filter(({ cells }) => filledCells(cells).length > 0);
  const first = rows.findIndex(({ cells }) => known.isEntry(cells));
  const begin = first >= 0 ? first : rows.findIndex(({ cells }) => known.isAnyRow(cells));
  const before = rows.slice(0, Math.max(0, Math.min(begin, mostPreambleRows)));
  if (begin < 0) return undefined;
  const knownAt = before.findLastIndex(({ cells }) => isHeading(cells, known) && known.isKnownHeading(cells));
  const columns = filledCells(rows[begin]?.cells ?? []).length;
  const other = before.findLastIndex(
    ({ cells }) => isHeading(cells, known) && filledCells(cells).length >= columns,
  );
  const index = knownAt >= 0 ? knownAt : other;
  const heading = rows[index];
  const entries = rows.filter(({ cells }) => known.isEntry(cells)).length;
  if (heading)
    return {
      heading: heading.cells,
      headingLine: heading.line,
      above: rows.slice(0, index),
      rows: rows.slice(index + 1),
      entries,
    };
  // A few lines of prose with commas are no table.
  const isTable = entries > 0 || rows.filter(({ cells }) => known.isAnyRow(cells)).length >= 2;
  return isTable ? { ...withoutHeading(rows, begin), entries } : undefined;
};

/**
 * Finds the heading and the rows of a file, however many lines stand before it, or between heading and rows.
 * @param readings the cells of the file in each way in which they can be separated
 * @returns undefined where there is no table
 */
export const findRows = (readings: readonly Cells[], known: Known): FileTable | undefined => {
  const found = readings
    .flatMap((file) => findIn(file, known) ?? [])
    .toSorted((one, other) => other.entries - one.entries || other.heading.length - one.heading.length)[0];
  if (!found) return undefined;
  const { entries: _, ...table } = found;
  return table;
};

/** The cells of a column that say something. */
export const cellsOf = ({ rows }: Pick<FileTable, 'rows'>, column: number): string[] =>
  rows.flatMap(({ cells }) => (cells[column] ? [cells[column]] : []));

/** Finds columns by the words of their headings and by their cells. A heading counts where the cells agree with it. */
export const columnFinder = (table: Pick<FileTable, 'heading' | 'rows'>) => {
  const names = table.heading.map((cell) => cell.toLowerCase());
  const columns = names.map((_, index) => cellsOf(table, index));
  const share = (index: number, test: CellTest): number => {
    const cells = columns[index] ?? [];
    return cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
  };
  const fits = (index: number, test: CellTest): boolean =>
    columns[index]?.length === 0 || share(index, test) >= 0.5;
  const isFilled = (index: number): boolean => (columns[index]?.length ?? 0) > 0;
  return {
    names,
    share,
    fits,
    /** @param words of headings, the surest first */
    find: (
      words: readonly RegExp[],
      test: CellTest,
      taken: readonly (number | null)[] = [],
    ): number | null => {
      for (const word of words) {
        const found = names.findIndex(
          (name, index) => !taken.includes(index) && word.test(name) && fits(index, test),
        );
        if (found >= 0) return found;
      }
      return null;
    },
    findByCells: (
      test: (index: number) => boolean,
      taken: readonly (number | null)[] = [],
    ): number | null => {
      const found = names.findIndex((_, index) => !taken.includes(index) && isFilled(index) && test(index));
      return found < 0 ? null : found;
    },
  };
};
