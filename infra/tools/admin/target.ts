import { join } from 'node:path';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import { type RequestLimits, requestLimits } from '#functions/lib/aws-requests';
import { connectUserPool } from '#functions/lib/identity/users';
import { connectTable } from '#functions/lib/table';
import { cardEventsSecretOutput, cardKeySecretOutput, siteUrlOutput, stackName } from '../../cloud/names.ts';
import { CommandError } from '../../command.ts';
import { resourceNames } from '../../local/addresses.ts';
import { readRunningStack, setEnvironment } from '../../local/environment.ts';
import { importSettings } from '../../settings/import-settings.ts';

interface Target {
  readonly tableName: string;
  readonly userPoolId: string;
  readonly siteUrl: string;
  readonly timeZone: string;
  readonly cardSecrets: { readonly key: string; readonly events: string } | undefined;
}

const connect = ({ tableName, userPoolId, ...target }: Target, limits?: RequestLimits) => ({
  ...target,
  table: connectTable(tableName, limits),
  userPool: connectUserPool(userPoolId, limits),
});

/** The physical name of a stack's one resource of a type. @throws CommandError if there are none or several */
const physicalName = (resources: readonly StackResourceSummary[], type: string): string => {
  const [found, ...more] = resources.filter(({ ResourceType }) => ResourceType === type);
  if (!found?.PhysicalResourceId || more.length > 0) {
    throw new CommandError(
      `The stack should have one ${type}, and has ${found ? more.length + 1 : 'none'}.`,
      'Deploy it again, from the version that is to run.',
    );
  }
  return found.PhysicalResourceId;
};

/** What CloudFormation says of the stack of a stage, and the value of one of its outputs. */
export const describeStack = async (stage: string, client: CloudFormationClient) => {
  const { Stacks: [stack] = [] } = await client.send(
    new DescribeStacksCommand({ StackName: stackName(stage) }),
  );
  const outputOf = (name: string) => stack?.Outputs?.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
  return { stack, outputOf };
};

/** A deployed stage; credentials and region come from the environment, as for every AWS command. */
const connectStage = async (stage: string) => {
  const { readSettings } = await importSettings();
  const { businessTimeZone } = readSettings(stage);
  const client = new CloudFormationClient({});
  const resources: StackResourceSummary[] = [];
  const pages = paginateListStackResources({ client }, { StackName: stackName(stage) });
  for await (const { StackResourceSummaries = [] } of pages) resources.push(...StackResourceSummaries);
  const { outputOf } = await describeStack(stage, client);
  client.destroy();
  const [key, events] = [outputOf(cardKeySecretOutput), outputOf(cardEventsSecretOutput)];
  return connect({
    tableName: physicalName(resources, 'AWS::DynamoDB::GlobalTable'),
    userPoolId: physicalName(resources, 'AWS::Cognito::UserPool'),
    siteUrl: outputOf(siteUrlOutput) ?? '',
    timeZone: businessTimeZone,
    cardSecrets: key && events ? { key, events } : undefined,
  });
};

export const localDataDir = join(import.meta.dirname, '../../../.local');

const connectLocal = async (dataDir: string) => {
  const running = await readRunningStack(dataDir);
  // After a crash the file is there, and nothing listens. A system that is slow is waited for.
  const answer = running && (await fetch(running.url).catch(() => undefined));
  if (!(running && answer)) {
    throw new CommandError(
      'The local system does not run.',
      'Start it with `npm start`. For AWS, name a stage: `--stage prod`.',
    );
  }
  setEnvironment(running);
  const { table, userPoolId, cardKeySecret: key, cardEventsSecret: events } = resourceNames;
  const { url: siteUrl, timeZone } = running;
  return connect(
    { tableName: table, userPoolId, siteUrl, timeZone, cardSecrets: { key, events } },
    requestLimits.unhurried,
  );
};

/** A deployed stage, or by default the running local system. @throws CommandError if there is none */
export const connectTarget = (
  { stage }: { readonly stage?: string | undefined },
  dataDir = localDataDir,
): ReturnType<typeof connectStage> => (stage ? connectStage(stage) : connectLocal(dataDir));
