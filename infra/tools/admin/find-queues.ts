import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  bouncesOutput,
  mailerOutput,
  parkedQueueOutput,
  reportsQueueOutput,
  stuckQueueOutput,
} from '../../cloud/output-names.ts';
import { stackName } from '../../cloud/stack-name.ts';
import { CommandError } from '../../command.ts';

/** The queues of a stage, and the functions that handle what is in them. */
export interface QueueAddresses {
  readonly parkedUrl: string;
  readonly stuckUrl: string;
  readonly reportsUrl: string;
  readonly mailerArn: string;
  readonly bouncesArn: string;
}

/**
 * Finds the queues of a deployed stage; credentials and region come from the environment.
 * @throws CommandError where no stage is named, or it is not deployed
 */
export const findQueues = async (
  stage: string | undefined,
  client = new CloudFormationClient({}),
): Promise<QueueAddresses> => {
  if (!stage) throw new CommandError('This queue is in AWS only.', 'Name a stage: `--stage prod`.');
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stackName(stage) }));
  const outputs = new Map(
    Stacks?.[0]?.Outputs?.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]),
  );
  const outputOf = (name: string): string => {
    const value = outputs.get(name);
    if (!value) throw new CommandError(`${stackName(stage)} has no output ${name}.`, 'Deploy it first.');
    return value;
  };
  return {
    parkedUrl: outputOf(parkedQueueOutput),
    stuckUrl: outputOf(stuckQueueOutput),
    reportsUrl: outputOf(reportsQueueOutput),
    mailerArn: outputOf(mailerOutput),
    bouncesArn: outputOf(bouncesOutput),
  };
};
