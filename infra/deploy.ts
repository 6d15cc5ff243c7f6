import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { siteUrlOutput } from './booking-stack.ts';

/** `npm run deploy -- -c stage=prod`: builds the site, deploys one stage, says where it is. */
const projectRoot = join(import.meta.dirname, '..');
const outputsFile = join(projectRoot, 'cdk.out/outputs.json');

/** Runs a command of the project in this terminal; where it fails, this process ends as it did. */
const run = (command: string, ...args: readonly string[]): void => {
  const { status } = spawnSync(command, args, { cwd: projectRoot, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

run('npm', 'run', 'build');
run('cdk', 'deploy', '--outputs-file', outputsFile, ...process.argv.slice(2));

const outputsSchema = z.record(z.string(), z.object({ [siteUrlOutput]: z.string() }));
for (const outputs of Object.values(outputsSchema.parse(JSON.parse(readFileSync(outputsFile, 'utf8'))))) {
  console.info(`\nThe site is at ${outputs[siteUrlOutput]}`);
}
