import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';
import { filesOf } from './chunk-files.ts';
import { builtPages, siteModule } from './prerendered-pages.ts';

interface Budget {
  readonly of: string;
  /** The sources whose scripts are counted, with all that they import, by how their path ends. */
  readonly entries: readonly string[];
  /** Of the scripts together, compressed. */
  readonly kilobytes: number;
}

/** What a page may load. The first is all that comes before a visitor uses the home page or the contact page. */
const budgets: readonly Budget[] = [
  { of: 'a built page, before it is used', entries: ['web/index.html'], kilobytes: 5 },
  ...builtPages.flatMap(({ path, screen }) =>
    screen
      ? [{ of: `${path}, in use`, entries: [siteModule, screen.module], kilobytes: screen.kilobytes }]
      : [],
  ),
];

const kilobytesOf = ({ output }: Rolldown.RolldownOutput, files: ReadonlySet<string>): number =>
  output.reduce(
    (sum, file) =>
      file.type === 'chunk' && files.has(`/${file.fileName}`)
        ? sum + gzipSync(file.code).length / 1_000
        : sum,
    0,
  );

/** Prints what pages load. Throws where it is more than they may. */
export const checkBudgets = (output: Rolldown.RolldownOutput): void => {
  const over: string[] = [];
  for (const budget of budgets) {
    const files = new Set(budget.entries.flatMap((entry) => filesOf(output, entry)));
    const size = kilobytesOf(output, files);
    const line = `${budget.of}: ${size.toFixed(1)} of ${budget.kilobytes} KB of script (gzip)`;
    console.log(line);
    if (size > budget.kilobytes) over.push(line);
  }
  if (over.length > 0) throw new Error(`Over budget:\n${over.join('\n')}`);
};
