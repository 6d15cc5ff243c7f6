import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withoutDeadline } from '#functions/lib/aws-requests';
import { CommandError, runAsCommand } from '../../command.ts';
import { costFigures, runOperations } from './costs.ts';
import { measureOpening } from './opening.ts';
import { measureRegister } from './register.ts';
import { type Figures, print } from './report.ts';
import { measureTerm } from './term.ts';
import { measureThroughput } from './throughput.ts';
import { measureWeb } from './web.ts';

/** Measured by name; `web` can be limited to some pages. */
const sections: Readonly<Record<string, (pages: readonly string[]) => Promise<Figures>>> = {
  costs: async () => costFigures(await withoutDeadline(runOperations)),
  throughput: measureThroughput,
  opening: measureOpening,
  register: measureRegister,
  term: measureTerm,
  web: measureWeb,
};

await runAsCommand(async () => {
  const pages = process.argv.slice(2).filter((name) => name.startsWith('/'));
  const asked = process.argv.slice(2).filter((name) => !pages.includes(name));
  const unknown = asked.filter((name) => !Object.hasOwn(sections, name));
  if (unknown.length > 0)
    throw new CommandError(
      `There is no section ${unknown.join(', ')}.`,
      `Sections: ${Object.keys(sections).join(', ')}.`,
    );

  // The functions log every refusal. Here refusals are measured too.
  console.info = () => {};

  const results: Record<string, Figures> = {};
  for (const [name, measure] of Object.entries(sections)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    console.log(`\nMeasuring ${name} …`);
    const figures = await measure(pages);
    print(figures);
    results[name] = figures;
  }

  const folder = join(import.meta.dirname, '../../../bench-results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}.json`);
  await writeFile(file, JSON.stringify({ node: process.version, results }, null, 2));
  console.log(`\nSaved to ${file}`);
  // The engines have been stopped; keep-alive connections would hold the process for a while.
  process.exit(0);
});
