import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { mailerOutput, parkedQueueOutput } from '../../cloud/output-names.ts';
import { stackName } from '../../cloud/stack-name.ts';
import { CommandError } from './command-error.ts';

/** Where parked records are announced, and the function that sends them. */
export interface ParkedRecordsTarget {
  readonly queueUrl: string;
  readonly mailerArn: string;
}

/**
 * Finds the parked records of a deployed stage; credentials and region come from the environment.
 * @throws CommandError where no stage is named, or it is not deployed
 */
export const findParkedRecords = async (
  stage: string | undefined,
  client = new CloudFormationClient({}),
): Promise<ParkedRecordsTarget> => {
  if (!stage) throw new CommandError('Records are parked in AWS only: name a stage, `--stage prod`.');
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stackName(stage) }));
  const outputs = new Map(
    Stacks?.[0]?.Outputs?.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]),
  );
  const queueUrl = outputs.get(parkedQueueOutput);
  const mailerArn = outputs.get(mailerOutput);
  if (!queueUrl || !mailerArn)
    throw new CommandError(`${stackName(stage)} does not say where records are parked.`);
  return { queueUrl, mailerArn };
};
