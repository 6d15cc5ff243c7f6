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

/** The line of a heading that somebody chose; null for none, undefined where nobody said. */
export type HeadingChoice = number | null | undefined;

/** The rows of a file below its heading. */
export interface FileTable {
  /** "Column 1", "Column 2" where the file has none. */
  readonly heading: readonly string[];
  /** The line of the heading; null where the file has none. */
  readonly headingLine: number | null;
  /** Whether the heading has known words, or somebody chose it: else a row may have been taken for it. */
  readonly isSure: boolean;
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

/** Rows and columns by which it is known what the rows of a table have. */
const [rowsLooked, columnsLooked] = [100, 200];

/**
 * Whether a row is like most rows of a table: it has values where they have them, or as many cells. A line about the file, as
 * "Exported, 28/11/2026", has neither.
 */
const isLike = (entries: readonly FileRow[], { isValue }: Known) => {
  const some = entries.slice(0, rowsLooked).map(({ cells }) => cells.slice(0, columnsLooked));
  const counts = new Map<number, number>();
  for (const cells of some)
    for (const [column, cell] of cells.entries())
      if (cell !== '' && isValue(cell)) counts.set(column, (counts.get(column) ?? 0) + 1);
  const columns = [...counts].flatMap(([column, count]) => (count * 2 >= some.length ? [column] : []));
  const sizes = some.map((cells) => filledCells(cells).length).toSorted((one, other) => one - other);
  const size = sizes[Math.floor(sizes.length / 2)] ?? 0;
  return ({ cells }: FileRow): boolean =>
    filledCells(cells).length * 2 >= size ||
    columns.filter((column) => isValue(cells[column] ?? '')).length * 2 >= columns.length;
};

/** The place of the first row of the table; -1 where there is none. */
const findFirstRow = (rows: readonly FileRow[], known: Known): number => {
  const entries = rows.filter(({ cells }) => known.isEntry(cells));
  const first = entries.find(isLike(entries, known));
  if (first) return rows.indexOf(first);
  return rows.findIndex(({ cells }) => known.isAnyRow(cells));
};

/**
 * The place of the heading: a line with known words, else the last line before the first row with which it has its columns in
 * common; -1 where there is none. Lines above known words are about the file, also where they look like a row.
 */
const findHeading = (rows: readonly FileRow[], first: number, known: Known) => {
  const isKnown = ({ cells }: FileRow) => isHeading(cells, known) && known.isKnownHeading(cells);
  const top = rows.slice(0, mostPreambleRows + 1);
  const before = top.slice(0, Math.max(first, 0));
  const above = before.findLastIndex(isKnown);
  const knownAt = above >= 0 ? above : top.slice(0, -1).findIndex(isKnown);
  if (knownAt >= 0) return { index: knownAt, isSure: true };
  const columns = filledCells(rows[first]?.cells ?? []).length;
  const index = before.findLastIndex(
    ({ cells }) => isHeading(cells, known) && filledCells(cells).length >= columns,
  );
  return { index, isSure: index < 0 };
};

const withoutHeading = (rows: readonly FileRow[], first: number): FileTable => {
  const columns = rows.slice(first).reduce((most, { cells }) => Math.max(most, cells.length), 0);
  return {
    heading: Array.from({ length: columns }, (_, index) => `Column ${index + 1}`),
    headingLine: null,
    isSure: true,
    above: rows.slice(0, first),
    rows: rows.slice(first),
  };
};

/** A row may have texts behind the last heading: they are of columns without a name. */
const withHeading = (rows: readonly FileRow[], index: number, isSure: boolean): FileTable => {
  const below = rows.slice(index + 1);
  const named = rows[index]?.cells ?? [];
  const columns = below.reduce(
    (most, { cells }) => Math.max(most, cells.findLastIndex((cell) => cell !== '') + 1),
    named.length,
  );
  return {
    heading: Array.from({ length: columns }, (_, at) => named[at] ?? `Column ${at + 1}`),
    headingLine: rows[index]?.line ?? null,
    isSure,
    above: rows.slice(0, index),
    rows: below,
  };
};

const findIn = (
  file: Cells,
  known: Known,
  chosen: HeadingChoice,
): { readonly table: FileTable; readonly entries: number } | undefined => {
  const rows = file
    .map((cells, index) => ({ line: index + 1, cells: cells.map(cleanLine) }))
    .filter(({ cells }) => filledCells(cells).length > 0);
  const entries = rows.filter(({ cells }) => known.isEntry(cells)).length;
  const first = findFirstRow(rows, known);
  const chosenAt = rows.findIndex(({ line }) => line === chosen);
  if (chosenAt >= 0) return { table: withHeading(rows, chosenAt, true), entries };
  if (chosen === undefined) {
    const { index, isSure } = findHeading(rows, first, known);
    if (index >= 0) return { table: withHeading(rows, index, isSure), entries };
  }
  // A few lines of prose with commas are no table.
  const isTable = entries > 0 || rows.filter(({ cells }) => known.isAnyRow(cells)).length >= 2;
  return isTable ? { table: withoutHeading(rows, first), entries } : undefined;
};

/** Lines by which it is decided what separates the cells: to look through all of a file four times takes long. */
const linesLooked = 200;

/** The readings of a file in which there is a table, the one with the most rows of it first. */
const bestReadings = (readings: readonly Cells[], known: Known, lines?: number): readonly Cells[] =>
  readings
    .flatMap((file) => {
      const found = findIn(file.slice(0, lines), known, undefined);
      return found ? [{ file, ...found }] : [];
    })
    .toSorted(
      (one, other) => other.entries - one.entries || other.table.heading.length - one.table.heading.length,
    )
    .map(({ file }) => file);

/**
 * Finds the heading and the rows of a file, however many lines stand before it, or between heading and rows.
 * @param readings the cells of the file in each way in which they can be separated
 * @param chosen the line that somebody says is the heading; null where there is none, undefined where nobody said
 * @returns undefined where there is no table
 */
export const findRows = (
  readings: readonly Cells[],
  known: Known,
  chosen?: HeadingChoice,
): FileTable | undefined => {
  const [best = bestReadings(readings, known)[0]] = bestReadings(readings, known, linesLooked);
  return best && findIn(best, known, chosen)?.table;
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
