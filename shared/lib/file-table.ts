import { cleanLine } from './text.ts';

/** Includes empty rows, so that a row's index gives the number that a spreadsheet shows. */
export type Cells = readonly (readonly string[])[];

/** Numbered from 1, as a spreadsheet shows. */
export interface FileRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The chosen line; null for no heading, undefined without a choice. */
export type HeadingChoice = number | null | undefined;

export interface FileTable {
  /** "Column 1", "Column 2" without a heading. */
  readonly heading: readonly string[];
  /** Null without a heading. */
  readonly headingLine: number | null;
  /** False where a row may have been taken for the heading. */
  readonly isSure: boolean;
  /** Above the heading or the first row: not rows of the table. */
  readonly above: readonly FileRow[];
  readonly rows: readonly FileRow[];
}

type RowTest = (cells: readonly string[]) => boolean;
export type CellTest = (cell: string) => boolean;

interface Known {
  /** Surely a row of the table. */
  readonly isDataRow: RowTest;
  /** A row about which nothing else is known. */
  readonly isAnyRow: RowTest;
  /** No cell of a heading is a value. */
  readonly isValue: CellTest;
  readonly isKnownHeading: RowTest;
}

/** The delimiters of the cells of a text file. */
export const delimiters = [',', ';', '\t', '|'] as const;

/** Lines before the heading, or before the first row. */
const mostPreambleRows = 30;

export const filledCells = (cells: readonly string[]): string[] => cells.filter((cell) => cell !== '');

/** At least two columns, and no value. */
const isHeading = (cells: readonly string[], { isValue }: Known): boolean =>
  filledCells(cells).length >= 2 && !filledCells(cells).some(isValue);

/** Enough to know what a table's rows have. */
const [rowsLooked, columnsLooked] = [100, 200];

/** Values where most rows have them, or as many cells. "Exported, 28/11/2026" has neither. */
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

const findFirstRow = (rows: readonly FileRow[], known: Known): number => {
  const entries = rows.filter(({ cells }) => known.isDataRow(cells));
  const first = entries.find(isLike(entries, known));
  if (first) return rows.indexOf(first);
  return rows.findIndex(({ cells }) => known.isAnyRow(cells));
};

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

/** Texts behind the last heading belong to columns without a name. */
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
  const entries = rows.filter(({ cells }) => known.isDataRow(cells)).length;
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

/** Reading the whole file with each of four separators takes long. */
const linesLooked = 200;

/** The readings with a table, the one with the most rows first. */
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
 * Finds heading and rows, however many lines stand before or between them.
 * @param readings the file's cells by each separator
 * @param chosen a person's choice of the heading's line; null for none
 * @returns undefined without a table
 */
export const findRows = (
  readings: readonly Cells[],
  known: Known,
  chosen?: HeadingChoice,
): FileTable | undefined => {
  const [best = bestReadings(readings, known)[0]] = bestReadings(readings, known, linesLooked);
  return best && findIn(best, known, chosen)?.table;
};

export const cellsOf = ({ rows }: Pick<FileTable, 'rows'>, column: number): string[] =>
  rows.flatMap(({ cells }) => (cells[column] ? [cells[column]] : []));

/** A heading counts where the cells agree with it. */
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
