import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { STSClient } from '@aws-sdk/client-sts';
import { brand } from '#shared/brand';
import { CommandError, runAsCommand } from './command.ts';
import { deployStage } from './deployment/deploy-stage.ts';
import { importSettings } from './settings/import-settings.ts';

/**
 * `npm run deploy -- --stage prod [--yes] [--allow-change <setting>]`: refuses what would damage a stage, builds the site,
 * deploys the stacks of one stage, and prints where it is and what is left to do.
 */
const projectRoot = join(import.meta.dirname, '..');
const outputsFile = join(projectRoot, 'cdk.out/outputs.json');

const runIn =
  (region: string) =>
  (step: string, command: string, ...args: readonly string[]): void => {
    console.info(`\n${step}`);
    const { status } = spawnSync(command, args, {
      cwd: projectRoot,
      stdio: 'inherit',
      // The region of the settings, whichever a profile has.
      env: { ...process.env, AWS_REGION: region, AWS_DEFAULT_REGION: region },
    });
    if (status === 0) return;
    throw new CommandError(
      `${step} failed, as is said above. Nothing after it was done.`,
      'Mend that, then deploy again.',
    );
  };

await runAsCommand(async () => {
  const { values } = parseArgs({
    options: {
      stage: { type: 'string' },
      /** Asks nothing before it changes permissions: for CI, where a pull request showed them. */
      yes: { type: 'boolean', default: false },
      'allow-change': { type: 'string', multiple: true, default: [] },
    },
  });
  const { readAllSettings, readSettings } = await importSettings();
  const settings = readSettings(values.stage);
  const { region } = settings;
  await deployStage(
    {
      settings,
      all: readAllSettings(),
      allowed: values['allow-change'],
      isUnattended: values.yes,
      business: brand,
    },
    {
      cloudFormation: new CloudFormationClient({ region }),
      sts: new STSClient({ region }),
      shell: process.env,
      run: runIn(region),
      outputsFile,
      readOutputs: () => JSON.parse(readFileSync(outputsFile, 'utf8')),
      say: (line) => console.info(line),
    },
  );
});
