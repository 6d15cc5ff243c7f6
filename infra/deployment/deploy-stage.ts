import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import type { STSClient } from '@aws-sdk/client-sts';
import * as z from 'zod/mini';
import { sum } from '#shared/lib/money';
import { firstDeploymentContext } from '../cloud/booking-stack.ts';
import { distributionIdParameter } from '../cloud/edge-alarms-stack.ts';
import { webAclParameter } from '../cloud/firewall-stack.ts';
import {
  configurationSetOutput,
  distributionIdOutput,
  distributionNameOutput,
  dnsRecordOutput,
  edgeAlarmsStackName,
  firewallStackName,
  siteUrlOutput,
  stackName,
} from '../cloud/names.ts';
import { noAccount, type Settings } from '../settings/settings-schema.ts';
import { DeploymentRefusedError, findForeignTarget, planDeployment, type Shell } from './deployed-stack.ts';

/** Domains that belong to nobody (RFC 2606), as the end of an address, a host name or a link. */
const reservedDomain = /(?:[.@/](?:example|test|invalid|localhost)|[.@/]example\.(?:com|net|org))$/;

const isPlaceholder = (text: string): boolean => text === noAccount || reservedDomain.test(text);

/** Every text in a value, with its path. */
const textsOf = (value: unknown, path = ''): readonly (readonly [path: string, text: string])[] => {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => textsOf(part, path ? `${path}.${key}` : key));
};

const placeholdersIn = (file: string, values: unknown): string[] =>
  textsOf(values)
    .filter(([, text]) => isPlaceholder(text))
    .map(([path, text]) => `${file}: ${path} is still the placeholder ${text}`);

const senderDomain = ({ mailFrom }: Settings): string => mailFrom.replace(/^.*@/, '');

/** What SES and Lambda bound for an account in a region, which its stages therefore share. */
const conflictsInRegion = (stages: readonly Settings[]): string[] => {
  const names = stages.map(({ stage }) => stage).join(' and ');
  const isOne = (values: readonly unknown[]): boolean => new Set(values).size === 1;
  const [first] = stages;
  const quota = first?.mailRate.quota ?? 0;
  const together = sum(stages.map(({ mailRate }) => mailRate.perSecond));
  return [
    ...(isOne(stages.map(({ mailRate }) => mailRate.quota))
      ? []
      : [`${names} share SES's quota, and name different ones in mailRate.quota`]),
    ...(together <= quota
      ? []
      : [
          `${names} share SES's quota of ${quota} emails per second, and mailRate.perSecond is ${together} together`,
        ]),
    ...(isOne(stages.map(({ concurrentExecutions }) => concurrentExecutions))
      ? []
      : [`${names} share Lambda's quota, and name different ones in concurrentExecutions`]),
    ...(new Set(stages.map(senderDomain)).size === stages.length
      ? []
      : [`${names} send from one domain, and SES has one identity per domain: give dev a subdomain`]),
  ];
};

const conflictsOfBudgets = (stages: readonly Settings[]): string[] => {
  const withBudget = stages.filter(({ monthlyBudget }) => monthlyBudget !== undefined);
  if (withBudget.length === 1) return [];
  return [
    `monthlyBudget is for the whole account: set it in one stage of ${stages.map(({ stage }) => stage).join(' and ')}`,
  ];
};

/**
 * Why a stage must not be deployed as the settings are: placeholders, and what does not fit the other stages of its
 * account.
 * @param all the settings of every stage
 * @param business what the site and the emails say of the school
 * @returns one line each; empty if there is nothing
 */
const findObstacles = (settings: Settings, all: readonly Settings[], business: unknown): string[] => {
  const { stage, ...file } = settings;
  const ofAccount = [settings, ...all.filter((other) => other.stage !== stage)].filter(
    ({ account }) => account === settings.account,
  );
  return [
    ...placeholdersIn(`infra/settings/${stage}.ts`, file),
    ...placeholdersIn('shared/brand.ts', business),
    ...conflictsInRegion(ofAccount.filter(({ region }) => region === settings.region)),
    ...conflictsOfBudgets(ofAccount),
  ];
};

interface DeployOptions {
  readonly settings: Settings;
  readonly all: readonly Settings[];
  /** Names of settings that may vanish or change this time. */
  readonly allowed: readonly string[];
  /** Asks nothing before it changes permissions. */
  readonly isUnattended: boolean;
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
