import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { alarmTopicOutput, mailDnsRecordOutput, siteUrlOutput } from './cloud/booking-stack.ts';

/** `npm run deploy -- -c stage=prod`: builds the site, deploys one stage, says where it is and what is left to do. */
const projectRoot = join(import.meta.dirname, '..');
const outputsFile = join(projectRoot, 'cdk.out/outputs.json');

/** Runs a command of the project in this terminal; where it fails, this process ends as it did. */
const run = (step: string, command: string, ...args: readonly string[]): void => {
  console.info(`\n${step}`);
  const { status } = spawnSync(command, args, { cwd: projectRoot, stdio: 'inherit' });
  if (status === 0) return;
  console.error(`\n${step} failed. Nothing after it was done.`);
  process.exit(status ?? 1);
};

run('1/2 Building the site', 'npm', 'run', 'build');
// One line for each thing that is made: a new distribution takes minutes, and a bar would say nothing meanwhile.
run(
  '2/2 Deploying',
  'cdk',
  'deploy',
  '--progress',
  'events',
  '--outputs-file',
  outputsFile,
  ...process.argv.slice(2),
);

const stacksSchema = z.record(z.string(), z.catchall(z.object({ [siteUrlOutput]: z.string() }), z.string()));
for (const outputs of Object.values(stacksSchema.parse(JSON.parse(readFileSync(outputsFile, 'utf8'))))) {
  const records = Object.entries(outputs).filter(([name]) => name.startsWith(mailDnsRecordOutput));
  console.info(`\nThe site is at ${outputs[siteUrlOutput]}`);
  console.info('\nThe first time only (docs/operations.md):');
  console.info('  these records in the DNS of the domain that mail is sent from');
  for (const [, record] of records) console.info(`    ${record}`);
  console.info(`  whoever is told of alarms subscribes to ${outputs[alarmTopicOutput]}`);
}
