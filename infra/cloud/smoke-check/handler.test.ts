import {
  CodeDeployClient,
  GetDeploymentCommand,
  PutLifecycleEventHookExecutionStatusCommand,
} from '@aws-sdk/client-codedeploy';
import { InvokeCommand, LambdaClient, TooManyRequestsException } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportOn } from './handler.ts';

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

const event = { DeploymentId: 'd-1', LifecycleEventHookExecutionId: 'hook-1' };

/** A run of the hook, whose time passes only while it waits. */
const runOf = (leftMs: number) => {
  const run = {
    waits: 0,
    getRemainingTimeInMillis: () => leftMs,
    wait: async (ms: number) => {
      run.waits += 1;
      leftMs -= ms;
    },
  };
  return run;
};

/** Runs the hook for the deployment of a group whose new version gives an answer. Returns the reported statuses. */
const check = async (group: string, answer: unknown, functionError?: string) => {
  codeDeploy.on(GetDeploymentCommand).resolves({ deploymentInfo: { deploymentGroupName: group } });
  lambda.on(InvokeCommand).callsFake(() => ({
    Payload: Buffer.from(JSON.stringify(answer)),
    ...(functionError && { FunctionError: functionError }),
  }));
  await reportOn(event, runOf(600_000));
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

const throttled = new TooManyRequestsException({ message: 'Rate Exceeded.', $metadata: {} });
const statusOf = () =>
  codeDeploy
    .commandCalls(PutLifecycleEventHookExecutionStatusCommand)
    .map(({ args }) => args[0].input.status);

it('checks again while Lambda throttles the version: the quota of a new account is ten', async () => {
  codeDeploy.on(GetDeploymentCommand).resolves({ deploymentInfo: { deploymentGroupName: 'catalogue' } });
  lambda
    .on(InvokeCommand)
    .rejectsOnce(throttled)
    .rejectsOnce(throttled)
    .callsFake(() => ({ Payload: Buffer.from('{"statusCode":200}') }));
  const run = runOf(600_000);
  await reportOn(event, run);
  expect([statusOf(), run.waits]).toEqual([['Succeeded'], 2]);
});

it('reports a failure in time where Lambda throttles until the hook’s own end', async () => {
  codeDeploy.on(GetDeploymentCommand).resolves({ deploymentInfo: { deploymentGroupName: 'catalogue' } });
  lambda.on(InvokeCommand).rejects(throttled);
  const run = runOf(600_000);
  await reportOn(event, run);
  expect(statusOf()).toEqual(['Failed']);
  expect(run.waits).toBeGreaterThan(50);
  // The last check may take 26 seconds, the report some more.
  expect(run.getRemainingTimeInMillis()).toBeGreaterThan(40_000);
});

it('stops the deployment if the version cannot be invoked', async () => {
  codeDeploy.on(GetDeploymentCommand).resolves({ deploymentInfo: { deploymentGroupName: 'catalogue' } });
  lambda.on(InvokeCommand).rejects(new Error('ResourceNotReady'));
  await reportOn(event, runOf(600_000));
  const [call] = codeDeploy.commandCalls(PutLifecycleEventHookExecutionStatusCommand);
  expect(call?.args[0].input.status).toBe('Failed');
});
