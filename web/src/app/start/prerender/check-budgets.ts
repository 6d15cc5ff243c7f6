import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';

export interface Budget {
  readonly name: string;
  /** URL paths. */
  readonly scripts: readonly string[];
  /** Most that the scripts may have together, gzip. */
  readonly kilobytes: number;
}

const kilobytesOf = ({ output }: Rolldown.RolldownOutput, scripts: ReadonlySet<string>): number =>
  output.reduce(
    (sum, file) =>
      file.type === 'chunk' && scripts.has(`/${file.fileName}`)
        ? sum + gzipSync(file.code).length / 1_000
        : sum,
    0,
  );

/**
 * Prints the script size of each page, whatever the log level of the build.
 * @throws Error naming the pages that are over their budget
 */
export const checkBudgets = (output: Rolldown.RolldownOutput, budgets: readonly Budget[]): void => {
  const over: string[] = [];
  for (const { name, scripts, kilobytes } of budgets) {
    const size = kilobytesOf(output, new Set(scripts));
    const line = `${name}: ${size.toFixed(1)} of ${kilobytes} KB of script (gzip)`;
    console.log(line);
    if (size > kilobytes) over.push(line);
  }
  if (over.length > 0) throw new Error(`Over budget:\n${over.join('\n')}`);
};
