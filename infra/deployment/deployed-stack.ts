import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import * as z from 'zod/mini';
import { settingsOutput } from '../cloud/output-names.ts';
import { CommandError } from '../command.ts';

export interface DeployedStack {
  /** True until the stack was created: CloudFormation has no such stack, or its creation failed. */
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

/** Of a stack that only adopted the table and the user pool, and of one whose first deployment after that failed. */
const adopted: ReadonlySet<string | undefined> = new Set(['IMPORT_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE']);

const isMissing = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ValidationError' && error.message.includes('does not exist');

/**
 * What CloudFormation stores about a stack.
 * @throws CommandError for a deployed stack without settings; errors of CloudFormation but "does not exist"
 */
export const describeDeployedStack = async (
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
