import {
  CodeDeployClient,
  GetDeploymentCommand,
  PutLifecycleEventHookExecutionStatusCommand,
} from '@aws-sdk/client-codedeploy';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handler } from './handler.ts';

const codeDeploy = mockClient(CodeDeployClient);
const lambda = mockClient(LambdaClient);
const version = 'arn:aws:lambda:eu-west-2:111122223333:function:catalogue:7';

beforeEach(() => {
  codeDeploy.reset();
  lambda.reset();
  vi.stubEnv('VERSIONS', JSON.stringify({ catalogue: version, mailer: `${version}8` }));
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Runs the hook for the deployment of a group whose new version gives an answer. Returns the reported statuses. */
const check = async (group: string, answer: unknown, functionError?: string) => {
  codeDeploy.on(GetDeploymentCommand).resolves({ deploymentInfo: { deploymentGroupName: group } });
  lambda.on(InvokeCommand).callsFake(() => ({
    Payload: Buffer.from(JSON.stringify(answer)),
    ...(functionError && { FunctionError: functionError }),
  }));
  await handler({ DeploymentId: 'd-1', LifecycleEventHookExecutionId: 'hook-1' });
  return codeDeploy
    .commandCalls(PutLifecycleEventHookExecutionStatusCommand)
    .map(({ args }) => args[0].input);
};

const reported = (status: string) => [
  { deploymentId: 'd-1', lifecycleEventHookExecutionId: 'hook-1', status },
];

it('invokes the new version of the deployed function with its request, and reports success', async () => {
  expect(await check('catalogue', { statusCode: 200 })).toEqual(reported('Succeeded'));
  expect(codeDeploy.commandCalls(GetDeploymentCommand)[0]?.args[0].input).toEqual({ deploymentId: 'd-1' });
  const [invocation, ...more] = lambda.commandCalls(InvokeCommand).map(({ args }) => args[0].input);
  expect(more).toEqual([]);
  expect(invocation?.FunctionName).toBe(version);
  expect(JSON.parse(String(invocation?.Payload))).toMatchObject({ routeKey: 'GET /api/classes' });
});

it.each([
  ['a problem with status 404', 'catalogue', { statusCode: 404 }],
  ['a handled batch', 'mailer', { batchItemFailures: [] }],
  ['no answer', 'mailer', null],
])('reports success after %s', async (_, group, answer) => {
  expect(await check(group, answer)).toEqual(reported('Succeeded'));
});

it.each([
  ['a server error', 'catalogue', { statusCode: 500 }, undefined],
  ['a record that is not handled', 'mailer', { batchItemFailures: [{ itemIdentifier: '1' }] }, undefined],
  ['a crash', 'catalogue', { errorType: 'Error' }, 'Unhandled'],
  ['an unknown group', 'unknown', { statusCode: 200 }, undefined],
])('stops the deployment after %s', async (_, group, answer, functionError) => {
  expect(await check(group, answer, functionError)).toEqual(reported('Failed'));
});

it('stops the deployment if the version cannot be invoked', async () => {
  codeDeploy.on(GetDeploymentCommand).resolves({ deploymentInfo: { deploymentGroupName: 'catalogue' } });
  lambda.on(InvokeCommand).rejects(new Error('ResourceNotReady'));
  await handler({ DeploymentId: 'd-1', LifecycleEventHookExecutionId: 'hook-1' });
  const [call] = codeDeploy.commandCalls(PutLifecycleEventHookExecutionStatusCommand);
  expect(call?.args[0].input.status).toBe('Failed');
});
