import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';
import { scriptsOf } from './chunk-scripts.ts';
import { mainModule, prerenderedPages } from './prerendered-pages.ts';
import { adminModules } from './session-page-parts.ts';

interface Budget {
  readonly name: string;
  /** Ends of the paths of the modules whose scripts are counted, with all that they import. */
  readonly modules: readonly string[];
  /** Most that the scripts may have together, gzip. */
  readonly kilobytes: number;
}

/** The first budget is all that a visit to `/` or `/contact` loads before the page is used. */
const budgets: readonly Budget[] = [
  { name: 'a prerendered page, before it is used', modules: ['web/index.html'], kilobytes: 5 },
  ...prerenderedPages.flatMap(({ path, screen }) =>
    screen
      ? [{ name: `${path}, in use`, modules: [mainModule, screen.module], kilobytes: screen.kilobytes }]
      : [],
  ),
  {
    name: 'the admin area',
    modules: [mainModule, ...adminModules],
    kilobytes: 254,
  },
];

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
export const checkBudgets = (output: Rolldown.RolldownOutput): void => {
  const over: string[] = [];
  for (const { name, modules, kilobytes } of budgets) {
    const size = kilobytesOf(output, new Set(modules.flatMap((module) => scriptsOf(output, module))));
    const line = `${name}: ${size.toFixed(1)} of ${kilobytes} KB of script (gzip)`;
    console.log(line);
    if (size > kilobytes) over.push(line);
  }
  if (over.length > 0) throw new Error(`Over budget:\n${over.join('\n')}`);
};
