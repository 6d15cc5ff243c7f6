import type { RequestCost } from '#infra/testing/table/record-costs';

/** The value below which a share of the sample lies (nearest rank); NaN of an empty sample. */
export const percentile = (sample: readonly number[], share: number): number => {
  const sorted = sample.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
};

export const median = (sample: readonly number[]): number => percentile(sample, 0.5);

export const rounded = (value: number, decimals = 1): number => Number(value.toFixed(decimals));

export interface MeasuredOperation {
  readonly name: string;
  /** The HTTP status, or how many emails went out. */
  readonly result: string;
  readonly cost: readonly RequestCost[];
}

export interface Figures {
  readonly title: string;
  readonly method: string;
  readonly rows: readonly Readonly<Record<string, string | number>>[];
  /** What is worse than it may be: the command fails with it. */
  readonly failures?: readonly string[];
}

/** Prints a section as an aligned table in Markdown, for docs/performance.md. */
export const print = ({ title, method, rows }: Figures): void => {
  const [first = {}] = rows;
  const columns = Object.keys(first);
  const widths = columns.map((column) =>
    Math.max(column.length, ...rows.map((row) => String(row[column]).length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells
      .map((cell, index) =>
        index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0),
      )
      .join(' | ')} |`;
  console.log(`\n${title}\n${method}\n`);
  console.log(line(columns));
  console.log(line(widths.map((width) => '-'.repeat(width))));
  for (const row of rows) console.log(line(columns.map((column) => String(row[column]))));
};
