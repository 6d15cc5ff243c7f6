import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, type STSClient } from '@aws-sdk/client-sts';
import * as z from 'zod/mini';
import { settingsOutput, stackName } from '../cloud/names.ts';
import { CommandError } from '../command.ts';
import type { Settings, StageSettings } from '../settings/settings-schema.ts';

interface DeployedStack {
  readonly isNew: boolean;
  /** Settings of the last successful deployment; empty for a new stack. */
  readonly settings: Readonly<Record<string, unknown>>;
}

const newStack: DeployedStack = { isNew: true, settings: {} };

/** `cdk deploy` deletes a stack of these states and creates it again. */
const notCreated: ReadonlySet<string | undefined> = new Set([
  'REVIEW_IN_PROGRESS',
  'ROLLBACK_COMPLETE',
  'ROLLBACK_FAILED',
]);

const adopted: ReadonlySet<string | undefined> = new Set(['IMPORT_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE']);

const isMissing = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ValidationError' && error.message.includes('does not exist');

/** What CloudFormation stores. @throws CommandError for a stack without settings; its errors but "does not exist" */
const describeDeployedStack = async (
  client: CloudFormationClient,
  stackName: string,
): Promise<DeployedStack> => {
  const answer = await client.send(new DescribeStacksCommand({ StackName: stackName })).catch((error) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  const stack = answer?.Stacks?.[0];
  if (!stack || notCreated.has(stack.StackStatus)) return newStack;
  if (adopted.has(stack.StackStatus) && !stack.Outputs?.length) return newStack;
  const output = stack.Outputs?.find(({ OutputKey }) => OutputKey === settingsOutput);
  if (!output?.OutputValue)
    throw new CommandError(
      `${stackName} is deployed without an output ${settingsOutput}.`,
      'It is not of this version: see docs/operations.md, Settings.',
    );
  return {
    isNew: false,
    settings: z.record(z.string(), z.unknown()).parse(JSON.parse(output.OutputValue)),
  };
};

/** What the shell says about the region, as the AWS commands read it. */
export type Shell = Readonly<Partial<Record<'AWS_REGION' | 'AWS_DEFAULT_REGION', string | undefined>>>;

/**
 * Why the credentials and the region of this shell are not those of a stage: a wrong profile would build an empty second
 * stage in another account.
 * @param sts has no effect but to say whose the credentials are
 * @returns one line each; empty if both are right. Errors of STS
 */
export const findForeignTarget = async (
  { stage, account, region }: Settings,
  sts: STSClient,
  { AWS_REGION, AWS_DEFAULT_REGION }: Shell,
): Promise<string[]> => {
  const { Account } = await sts.send(new GetCallerIdentityCommand({}));
  const named = AWS_REGION ?? AWS_DEFAULT_REGION ?? region;
  return [
    ...(Account === account
      ? []
      : [`the credentials are those of account ${Account}, and ${stage} is in account ${account}`]),
    ...(named === region ? [] : [`AWS_REGION is ${named}, and ${stage} is in ${region}`]),
  ];
};

type Values = Readonly<Record<string, unknown>>;

const senderDomain = (address: unknown): string => String(address).replace(/^.*@/, '');
const hostName = (domain: unknown): unknown => Object(domain).name;

const identities: Readonly<Partial<Record<keyof StageSettings, (value: unknown) => unknown>>> = {
  mailFrom: senderDomain,
  existingIdentity: (value) => value,
  domain: hostName,
};

/** Not set, or switched off. */
const isGone = (value: unknown, deployed: unknown): boolean =>
  value === undefined || (value === false && deployed === true);

/**
 * What a deployment must not change unnoticed: a deployed setting that is gone (its resources would be deleted), the
 * sender's domain, and the site's host name.
 * @param deployed settings of the deployed stack
 * @param allowed names of settings that may vanish or change this time
 * @returns one line for each refused change; empty if there is none
 */
const findRefusedChanges = (deployed: Values, next: Values, allowed: readonly string[]): string[] => {
  const vanished = Object.keys(deployed)
    .filter((name) => !(name in identities && next[name] !== undefined) && isGone(next[name], deployed[name]))
    .map((name) => [name, `${name} is deployed as ${JSON.stringify(deployed[name])} and would vanish`]);
  const changed = Object.entries(identities)
    .filter(([name]) => deployed[name] !== undefined && next[name] !== undefined)
    .map(([name, identityOf]) => [name, identityOf(deployed[name]), identityOf(next[name])] as const)
    .filter(([, before, after]) => before !== after)
    .map(([name, before, after]) => [name, `${name} would change from ${before} to ${after}`]);
  return [...vanished, ...changed]
    .filter(([name = '']) => !allowed.includes(name))
    .map(([, text = '']) => text);
};

export class DeploymentRefusedError extends CommandError {
  override readonly name = 'DeploymentRefusedError';
}

interface Plan {
  /** The stack is created: it has no termination protection until a later deployment. */
  readonly isFirstDeployment: boolean;
}

/**
 * Compares the settings of a stage with those deployed.
 * @param allowed names of settings that may vanish or change this time
 * @throws DeploymentRefusedError where another setting would; errors of CloudFormation
 */
export const planDeployment = async (
  client: CloudFormationClient,
  settings: Settings,
  allowed: readonly string[],
): Promise<Plan> => {
  const deployed = await describeDeployedStack(client, stackName(settings.stage));
  const refused = findRefusedChanges(deployed.settings, settings, allowed);
  if (refused.length > 0) {
    throw new DeploymentRefusedError(
      `infra/settings/${settings.stage}.ts differs from what is deployed: ${refused.join('; ')}`,
      'Put the setting back, or allow the change: --allow-change <name of the setting>',
    );
  }
  return { isFirstDeployment: deployed.isNew };
};
