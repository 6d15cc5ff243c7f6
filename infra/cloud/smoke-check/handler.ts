import { setTimeout as sleep } from 'node:timers/promises';
import {
  CodeDeployClient,
  GetDeploymentCommand,
  PutLifecycleEventHookExecutionStatusCommand,
} from '@aws-sdk/client-codedeploy';
import { InvokeCommand, LambdaClient, TooManyRequestsException } from '@aws-sdk/client-lambda';
import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import type { FunctionName } from '#functions/functions';
import { limitRequests, requestLimits } from '#functions/lib/aws-requests';
import { entityAttribute } from '#functions/lib/dynamo/items';
import { log } from '#functions/lib/log';
import { mailRequestEntity } from '#functions/lib/mail/mail-requests';
import { wakeEntity } from '#functions/messages/messages';
import { type RouteName, routes } from '#shared/contract/routes';
import { adminGroup, coachGroup } from '#shared/roles';

/** The new version did not answer, or answered with a failure. */
class SmokeCheckError extends Error {
  override readonly name = 'SmokeCheckError';
}

/** What tells a failure: the status of an API answer, or the records that the mailer asks for again. */
const answerSchema = z.nullable(
  z.object({
    statusCode: z.optional(z.number()),
    batchItemFailures: z.optional(z.array(z.unknown())),
  }),
);

/**
 * Invokes one version of a function with an event.
 * @param versionArn ARN of the function with the version
 * @throws SmokeCheckError where it crashes, times out, answers 5xx or does not handle a record
 */
const checkVersion = async (client: LambdaClient, versionArn: string, event: unknown): Promise<void> => {
  const { FunctionError, Payload } = await client.send(
    new InvokeCommand({ FunctionName: versionArn, Payload: JSON.stringify(event) }),
  );
  if (FunctionError) throw new SmokeCheckError(`The function ended with ${FunctionError}`);
  const text = Payload ? Buffer.from(Payload).toString('utf8') : '';
  const answer = answerSchema.parse(text === '' ? null : JSON.parse(text));
  const { statusCode = 200, batchItemFailures = [] } = answer ?? {};
  if (statusCode >= 500) throw new SmokeCheckError(`The function answered ${statusCode}`);
  if (batchItemFailures.length > 0) throw new SmokeCheckError('The function did not handle its record');
};

/** The caller of all requests: nobody has this id. */
const nobody = '00000000-0000-4000-8000-000000000000';

interface ApiRequest {
  readonly body?: unknown;
  readonly claims?: Readonly<Record<string, string>>;
}

/** The event by which API Gateway would pass on a request for a route without parameters. */
const apiEvent = (name: RouteName, { body, claims }: ApiRequest = {}) => {
  const { method, path } = routes[name];
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: '',
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    isBase64Encoded: false,
    requestContext: {
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'smoke-check' },
      routeKey: `${method} ${path}`,
      stage: '$default',
      ...(claims && { authorizer: { jwt: { claims: { sub: nobody, token_use: 'access', ...claims } } } }),
    },
  };
};

/** The stream record of a request for an email to an address that has no account. */
const mailRequestRecord = (now: Date) => ({
  eventName: 'INSERT',
  dynamodb: {
    SequenceNumber: '1',
    NewImage: {
      [entityAttribute]: { S: mailRequestEntity },
      id: { S: 'smoke-check' },
      kind: { S: 'reset-password' },
      email: { S: 'nobody@smoke-check.invalid' },
      created_at: { S: now.toISOString() },
    },
  },
});

/** The stream record of a request to send a message that does not exist. */
const wakeRecord = {
  eventName: 'INSERT',
  dynamodb: {
    SequenceNumber: '1',
    NewImage: { [entityAttribute]: { S: wakeEntity }, messages: { L: [{ S: 'msg_'.padEnd(26, '-') }] } },
  },
};

/**
 * One event for each function that makes it read the table and change nothing. `bounces` reads the account that a report names,
 * and `pretoken` makes tokens also where the table does not answer: their events only show that they start.
 */
export const smokeRequests = (now: Date): Readonly<Record<FunctionName, unknown>> => ({
  catalogue: apiEvent('listClasses'),
  account: apiEvent('verifyEmail', { body: { token: 'smoke-check'.padEnd(43, '-') } }),
  // Refused, after the table was read: nobody has an account.
  family: apiEvent('getMyFamily', { claims: {} }),
  admin: apiEvent('listManagedClasses', { claims: { 'cognito:groups': `[${adminGroup}]` } }),
  links: apiEvent('confirmNewsletter', { body: { token: 'smoke-check' } }),
  // Refused, after the table was read: nobody is a coach.
  coach: apiEvent('listMySessions', { claims: { 'cognito:groups': `[${coachGroup}]` } }),
  cards: apiEvent('probeCards'),
  'card-events': apiEvent('probeCardEvents'),
  mailer: { Records: [mailRequestRecord(now)] },
  messenger: { Records: [wakeRecord] },
  timer: { dryRun: true },
  pretoken: {
    userName: nobody,
    request: { userAttributes: { email_verified: 'true' }, groupConfiguration: { groupsToOverride: [] } },
  },
  bounces: { Records: [{ Sns: { MessageId: 'smoke-check', Message: 'Successfully validated SNS topic' } }] },
});

/** By name of the function, which is the name of its deployment group too: the ARN of the new version. */
const versionsSchema = z.record(z.string(), z.string());

const codeDeploy = new CodeDeployClient(limitRequests(requestLimits.deployment));
const lambda = new LambdaClient(limitRequests(requestLimits.invocation));

interface HookEvent {
  readonly DeploymentId: string;
  readonly LifecycleEventHookExecutionId: string;
}

/** What the hook gets from Lambda, and how it waits. */
type Run = Pick<Context, 'getRemainingTimeInMillis'> & { readonly wait: (ms: number) => Promise<unknown> };

/** The check and the report of its result still fit into this. */
const lastTryBeforeEndMs = 40_000;
const retryAfterMs = { from: 2_000, to: 10_000 };

/**
 * Repeats a check that Lambda throttles, as long as the hook may run. A new account has a quota of ten executions, which
 * the hooks of one deployment and the versions that they check can use up.
 */
const untilNotThrottled = async (check: () => Promise<void>, run: Run): Promise<void> => {
  for (;;) {
    try {
      return await check();
    } catch (error) {
      const waitMs = retryAfterMs.from + Math.random() * (retryAfterMs.to - retryAfterMs.from);
      const hasTime = run.getRemainingTimeInMillis() - waitMs > lastTryBeforeEndMs;
      if (!(error instanceof TooManyRequestsException) || !hasTime) throw error;
      await run.wait(waitMs);
    }
  }
};

const checkDeployment = async (deploymentId: string, run: Run): Promise<void> => {
  const { deploymentInfo } = await codeDeploy.send(new GetDeploymentCommand({ deploymentId }));
  const name = deploymentInfo?.deploymentGroupName ?? '';
  const version = versionsSchema.parse(JSON.parse(process.env.VERSIONS ?? '{}'))[name];
  if (!version) throw new Error(`No version to check is known for ${name}`);
  // The groups are named after the functions.
  const event = smokeRequests(new Date())[name as FunctionName];
  await untilNotThrottled(() => checkVersion(lambda, version, event), run);
};

/** Checks a new version, and reports the result to CodeDeploy. */
export const reportOn = async (event: HookEvent, run: Run): Promise<void> => {
  const { DeploymentId: deploymentId, LifecycleEventHookExecutionId: lifecycleEventHookExecutionId } = event;
  let status: 'Succeeded' | 'Failed' = 'Succeeded';
  try {
    await checkDeployment(deploymentId, run);
  } catch (error) {
    log.error('smoke-check.failed', error, { deployment: deploymentId });
    status = 'Failed';
  }
  await codeDeploy.send(
    new PutLifecycleEventHookExecutionStatusCommand({ deploymentId, lifecycleEventHookExecutionId, status }),
  );
};

/** CodeDeploy calls it before a new version gets traffic. What it reports decides whether the deployment goes on. */
export const handler = (event: HookEvent, context: Context): Promise<void> =>
  reportOn(event, { getRemainingTimeInMillis: () => context.getRemainingTimeInMillis(), wait: sleep });
