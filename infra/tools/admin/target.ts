import { join } from 'node:path';
import {
  CloudFormationClient,
  paginateListStackResources,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import { connectTable } from '#functions/data/table';
import { connectUserPool } from '#functions/lib/identity/user-pool';
import { stackName } from '../../cloud/stack-name.ts';
import { resourceNames } from '../../local/addresses.ts';
import { setEnvironment } from '../../local/environment.ts';
import { readRunningStack } from '../../local/running-stack.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { CommandError } from './command-error.ts';

const connect = (tableName: string, userPoolId: string, timeZone: string) => ({
  /** IANA zone of the business. */
  timeZone,
  table: connectTable(tableName),
  userPool: connectUserPool(userPoolId),
});

/**
 * The physical name of a stack's one resource of a type.
 * @throws CommandError if there are none or several
 */
export const physicalName = (resources: readonly StackResourceSummary[], type: string): string => {
  const [found, ...more] = resources.filter(({ ResourceType }) => ResourceType === type);
  if (!found?.PhysicalResourceId || more.length > 0) {
    throw new CommandError(`The stack should have one ${type}, and has ${found ? more.length + 1 : 'none'}.`);
  }
  return found.PhysicalResourceId;
};

/** A deployed stage; credentials and region come from the environment, as for every AWS command. */
const connectStage = async (stage: string) => {
  const { businessTimeZone } = readSettings(stage);
  const client = new CloudFormationClient({});
  const resources: StackResourceSummary[] = [];
  const pages = paginateListStackResources({ client }, { StackName: stackName(stage) });
  for await (const { StackResourceSummaries = [] } of pages) resources.push(...StackResourceSummaries);
  client.destroy();
  return connect(
    physicalName(resources, 'AWS::DynamoDB::GlobalTable'),
    physicalName(resources, 'AWS::Cognito::UserPool'),
    businessTimeZone,
  );
};

export const localDataDir = join(import.meta.dirname, '../../../.local');

const connectLocal = async (dataDir: string) => {
  const running = await readRunningStack(dataDir);
  if (!running) {
    throw new CommandError(
      'The local system does not run: start it with `npm start`. For AWS, name a stage: `--stage prod`.',
    );
  }
  setEnvironment(running);
  return connect(resourceNames.table, resourceNames.userPoolId, running.timeZone);
};

/**
 * Connects to the accounts of a deployed stage, or by default of the running local system.
 * @throws CommandError if there is none
 */
export const connectTarget = (
  { stage }: { readonly stage?: string | undefined },
  dataDir = localDataDir,
): ReturnType<typeof connectStage> => (stage ? connectStage(stage) : connectLocal(dataDir));
