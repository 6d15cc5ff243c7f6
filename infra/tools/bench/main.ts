import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withoutDeadline } from '#functions/lib/aws-requests';
import { CommandError, runAsCommand } from '../../command.ts';
import { costFigures, runOperations } from './costs.ts';
import { measureData } from './data.ts';
import { measureImport } from './import.ts';
import { measureOpening } from './opening.ts';
import { type Asked, type Figures, print } from './report.ts';
import { measureTaps } from './taps.ts';
import { measureTimed } from './timed.ts';
import { measureWeb } from './web.ts';

const sections: Readonly<Record<string, (asked: Asked) => Promise<Figures>>> = {
  costs: async () => costFigures(await withoutDeadline(runOperations)),
  opening: measureOpening,
  import: measureImport,
  timed: measureTimed,
  web: measureWeb,
  data: measureData,
  taps: measureTaps,
};

await runAsCommand(async () => {
  const known = Object.keys(sections);
  const options = { against: { type: 'string' } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const chosen = positionals.filter((word) => !word.startsWith('/'));
  const asked = { against: values.against, pages: positionals.filter((word) => word.startsWith('/')) };
  const unknown = chosen.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new CommandError(`There is no section ${unknown.join(', ')}.`, `Sections: ${known.join(', ')}.`);

  // The functions log every refusal. Here refusals are measured too.
  console.info = () => {};

  const results: Record<string, Figures> = {};
  for (const [name, measure] of Object.entries(sections)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    console.log(`\nMeasuring ${name} …`);
    const figures = await measure(asked);
    print(figures);
    results[name] = figures;
  }

  const folder = join(import.meta.dirname, '../../../bench-results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}.json`);
  await writeFile(file, JSON.stringify({ node: process.version, results }, null, 2));
  console.log(`\nSaved to ${file}`);
  const failures = Object.values(results).flatMap((figures) => figures.failures ?? []);
  for (const failure of failures) console.error(failure);
  // The engines have been stopped; keep-alive connections would hold the process for a while.
  process.exit(failures.length > 0 ? 1 : 0);
});
