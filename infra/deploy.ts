import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import * as z from 'zod/mini';
import { firstDeploymentContext } from './cloud/booking-stack.ts';
import { distributionIdParameter } from './cloud/edge-alarms-stack.ts';
import { distributionIdOutput, dnsRecordOutput, siteUrlOutput } from './cloud/output-names.ts';
import { edgeAlarmsStackName, stackName } from './cloud/stack-name.ts';
import { DeploymentRefusedError, planDeployment } from './settings/plan-deployment.ts';
import { readSettings } from './settings/read-settings.ts';
import type { Settings } from './settings/settings-schema.ts';

/**
 * `npm run deploy -- --stage prod [--yes] [--allow-change <setting>]`: compares the settings with those deployed, builds
 * the site, deploys one stage, and prints where it is and what is left to do.
 */
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

const planOrExit = async (settings: Settings, allowed: readonly string[]) => {
  try {
    return await planDeployment(new CloudFormationClient({}), settings, allowed);
  } catch (error) {
    if (!(error instanceof DeploymentRefusedError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
};

const { values } = parseArgs({
  options: {
    stage: { type: 'string' },
    /** Asks nothing before it changes permissions: for CI, where a pull request showed them. */
    yes: { type: 'boolean', default: false },
    'allow-change': { type: 'string', multiple: true, default: [] },
  },
});
const settings = readSettings(values.stage);
const { stage, alarmEmail } = settings;
const { isFirstDeployment } = await planOrExit(settings, values['allow-change']);

// One line for each resource: a new distribution takes minutes, and a progress bar would not move meanwhile.
const cdkDeploy = ['deploy', '--progress', 'events', '-c', `stage=${stage}`];
if (values.yes) cdkDeploy.push('--require-approval', 'never');

run('1/3 Building the site', 'npm', 'run', 'build');
run(
  '2/3 Deploying',
  'cdk',
  ...cdkDeploy,
  '-c',
  `${firstDeploymentContext}=${isFirstDeployment}`,
  '--outputs-file',
  outputsFile,
);
const outputs = z
  .catchall(z.object({ [siteUrlOutput]: z.string(), [distributionIdOutput]: z.string() }), z.string())
  .parse(JSON.parse(readFileSync(outputsFile, 'utf8'))[stackName(stage)]);
if (alarmEmail) {
  run(
    '3/3 Deploying the alarm for the distribution, in us-east-1',
    'cdk',
    ...cdkDeploy,
    '--app',
    'node infra/edge-app.ts',
    edgeAlarmsStackName(stage),
    '--parameters',
    `${distributionIdParameter}=${outputs[distributionIdOutput]}`,
  );
}

console.info(`\nThe site is at ${outputs[siteUrlOutput]}`);
console.info('\nNeeded once (docs/operations.md):');
console.info('  these records in the DNS of the sender’s domain');
for (const [name, record] of Object.entries(outputs)) {
  if (name.startsWith(dnsRecordOutput)) console.info(`    ${record}`);
}
if (settings.existingIdentity) {
  console.info(
    '  the existing identity has to use this stack’s configuration set, or bounces are not reported:',
  );
  console.info(
    `    aws sesv2 put-email-identity-configuration-set-attributes --email-identity ${settings.mailFrom.replace(/^.*@/, '')} --configuration-set-name ${outputs.ConfigurationSet}`,
  );
}
if (alarmEmail) console.info(`  ${alarmEmail} confirms both subscriptions that AWS asks it about by email`);
else console.info('  alarms reach nobody until alarmEmail is set');
