import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import type { STSClient } from '@aws-sdk/client-sts';
import * as z from 'zod/mini';
import { firstDeploymentContext } from '../cloud/booking-stack.ts';
import { distributionIdParameter } from '../cloud/edge-alarms-stack.ts';
import { webAclParameter } from '../cloud/firewall-stack.ts';
import {
  configurationSetOutput,
  distributionIdOutput,
  distributionNameOutput,
  dnsRecordOutput,
  siteUrlOutput,
} from '../cloud/output-names.ts';
import { edgeAlarmsStackName, firewallStackName, stackName } from '../cloud/stack-name.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { findObstacles } from './obstacles.ts';
import { DeploymentRefusedError, planDeployment } from './plan-deployment.ts';
import { findForeignTarget, type Shell } from './target-account.ts';

export interface DeployOptions {
  readonly settings: Settings;
  /** Of every stage. */
  readonly all: readonly Settings[];
  /** Names of settings that may vanish or change this time. */
  readonly allowed: readonly string[];
  /** Asks nothing before it changes permissions. */
  readonly isUnattended: boolean;
  /** What the site and the emails say of the school. */
  readonly business: unknown;
}

export interface DeployDeps {
  readonly cloudFormation: CloudFormationClient;
  readonly sts: STSClient;
  readonly shell: Shell;
  /** Runs a command; does not return where it fails. */
  readonly run: (step: string, command: string, ...args: readonly string[]) => void;
  /** Where `cdk` writes the outputs of the stacks that it deployed. */
  readonly outputsFile: string;
  /** The content of that file. */
  readonly readOutputs: () => unknown;
  readonly say: (line: string) => void;
}

const edgeApp = ['--app', 'node infra/edge-app.ts'];

const outputsOf = (outputs: unknown, stack: string): Readonly<Record<string, string>> =>
  z.record(z.string(), z.record(z.string(), z.string())).parse(outputs)[stack] ?? {};

const refuseObstacles = async ({ settings, all, business }: DeployOptions, { sts, shell }: DeployDeps) => {
  const obstacles = findObstacles(settings, all, business);
  // Without the account of the stage there is nothing to compare the credentials with.
  const lines = obstacles.length > 0 ? obstacles : await findForeignTarget(settings, sts, shell);
  if (lines.length > 0)
    throw new DeploymentRefusedError(
      `${settings.stage} is not deployed: ${lines.join('; ')}`,
      'Mend that (docs/operations.md, Settings), then deploy again.',
    );
};

/** What a person has to do once. */
const sayWhatIsLeft = (
  { mailFrom, existingIdentity, alarmEmail, domain }: Settings,
  outputs: Readonly<Record<string, string>>,
  say: DeployDeps['say'],
): void => {
  say(`\nThe site is at ${outputs[siteUrlOutput]}`);
  say('\nNeeded once (docs/operations.md):');
  if (domain) say(`  in the DNS of the site\n    ${domain.name} CNAME ${outputs[distributionNameOutput]}`);
  say('  in the DNS of the sender’s domain');
  for (const [name, record] of Object.entries(outputs)) {
    if (name.startsWith(dnsRecordOutput)) say(`    ${record}`);
  }
  if (existingIdentity) {
    say('  the existing identity has to use this stack’s configuration set, or bounces are not reported:');
    say(
      `    aws sesv2 put-email-identity-configuration-set-attributes --email-identity ${mailFrom.replace(/^.*@/, '')} --configuration-set-name ${outputs[configurationSetOutput]}`,
    );
  }
  say(`  ${alarmEmail} confirms both subscriptions that AWS asks it about by email`);
};

/**
 * Deploys everything of a stage: the firewall, where it has one, then the site, then the alarm of the distribution.
 * @throws DeploymentRefusedError before anything is changed; errors of STS and CloudFormation
 */
export const deployStage = async (options: DeployOptions, deps: DeployDeps): Promise<void> => {
  const { settings, allowed, isUnattended } = options;
  const { stage, firewall } = settings;
  const { run, outputsFile, readOutputs, say } = deps;
  await refuseObstacles(options, deps);
  const { isFirstDeployment } = await planDeployment(deps.cloudFormation, settings, allowed);

  // One line for each resource: a new distribution takes minutes, and a progress bar would not move meanwhile.
  const cdkDeploy = ['deploy', '--progress', 'events', '-c', `stage=${stage}`];
  if (isUnattended) cdkDeploy.push('--require-approval', 'never');
  const deploy = (step: string, name: string, ...args: readonly string[]) => {
    run(step, 'cdk', ...cdkDeploy, ...args, '--outputs-file', outputsFile);
    return outputsOf(readOutputs(), name);
  };

  run('Building the site', 'npm', 'run', 'build');
  const parameters: string[] = [];
  if (firewall) {
    const name = firewallStackName(stage);
    const { [webAclParameter]: arn } = deploy('Deploying the firewall, in us-east-1', name, ...edgeApp, name);
    parameters.push('--parameters', `${webAclParameter}=${arn}`);
  }
  const first = ['-c', `${firstDeploymentContext}=${isFirstDeployment}`];
  const outputs = deploy('Deploying the site', stackName(stage), ...first, ...parameters);
  const alarms = edgeAlarmsStackName(stage);
  const distribution = `${distributionIdParameter}=${outputs[distributionIdOutput]}`;
  deploy(
    'Deploying the alarm for the distribution, in us-east-1',
    alarms,
    ...edgeApp,
    alarms,
    '--parameters',
    distribution,
  );
  sayWhatIsLeft(settings, outputs, say);
};
