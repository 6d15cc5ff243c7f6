import { type Measure, type RequestCost, unitsOf } from '#infra/testing/table/record-costs';

/** The value below which a share of the sample lies (nearest rank); NaN of an empty sample. */
export const percentile = (sample: readonly number[], share: number): number => {
  const sorted = sample.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
};

export const median = (sample: readonly number[]): number => percentile(sample, 0.5);

export const rounded = (value: number, decimals = 1): number => Number(value.toFixed(decimals));

/** `120 / 80 = 1.5`: now, then and the ratio of both, which has no meaning where then was nothing. */
export const compared = (now: number, then: number | undefined): string | number => {
  if (then === undefined) return rounded(now, 0);
  const both = `${rounded(now, 0)} / ${rounded(then, 0)}`;
  return then > 0 ? `${both} = ${rounded(now / then, 2)}` : both;
};

/** The pages, and the other commit, that the words of the command name. */
export interface Asked {
  readonly pages: readonly string[];
  readonly against: string | undefined;
}

export interface MeasuredOperation {
  readonly name: string;
  /** The HTTP status, or how many emails went out. */
  readonly result: string;
  readonly cost: readonly RequestCost[];
}

const writing = /^(?:Put|Update|Delete|BatchWrite|TransactWrite)/;

export const readsAndWrites = (cost: readonly RequestCost[], decimals?: number) => {
  const writes = cost.filter(({ operation }) => writing.test(operation));
  return {
    'read units': rounded(unitsOf(cost) - unitsOf(writes), decimals),
    'write units': rounded(unitsOf(writes), decimals),
  };
};

/** Collects operations with what each costs the table. @param mails the emails that were sent until now */
export const createRecorder = (
  { measure }: { readonly measure: Measure },
  mails: readonly unknown[] = [],
) => {
  const measured: MeasuredOperation[] = [];
  return {
    measured,
    /** @param outcome in place of the status of the answer */
    record: async <Result>(name: string, work: () => Promise<Result>, outcome?: string): Promise<Result> => {
      const { result, cost } = await measure(work);
      measured.push({ name, result: outcome ?? String(Object(result).status), cost });
      return result;
    },
    recordMails: async (name: string, work: () => Promise<unknown>): Promise<void> => {
      const before = mails.length;
      const { cost } = await measure(work);
      const sent = mails.length - before;
      measured.push({ name, result: `${sent} email${sent > 1 ? 's' : ''}`, cost });
    },
  };
};

export interface Figures {
  readonly title: string;
  readonly method: string;
  readonly rows: readonly Readonly<Record<string, string | number>>[];
  /** What is worse than it may be: the command fails with it. */
  readonly failures?: readonly string[];
}

/** Prints a section as an aligned table in Markdown, for docs/performance.md. */
export const print = ({ title, method, rows }: Figures): void => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const textOf = (row: Figures['rows'][number], column: string) => String(row[column] ?? '');
  const widths = columns.map((column) =>
    Math.max(column.length, ...rows.map((row) => textOf(row, column).length)),
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
  for (const row of rows) console.log(line(columns.map((column) => textOf(row, column))));
};
