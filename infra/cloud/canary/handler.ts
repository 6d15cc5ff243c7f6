import { DescribeContinuousBackupsCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetEventSourceMappingCommand, LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod/mini';
import { limitRequests, requestLimits } from '#functions/lib/aws-requests';
import { log } from '#functions/lib/log';
import type { HttpMethod } from '#shared/contract/route';
import { routes } from '#shared/contract/routes';
import { paths } from '#shared/paths';
import { siteConfigPath, siteConfigSchema } from '#shared/school/site-config';
import { probedServices, probes, refusedRoutes } from './probes.ts';

/** What the canary looks at. */
export const targetSchema = z.object({
  /** Origin of the site. */
  siteUrl: z.string(),
  tableName: z.string(),
  /** The user pool and its client whose tokens the authorizer accepts. */
  pool: z.object({ region: z.string(), userPoolId: z.string(), userPoolClientId: z.string() }),
  /** Ids of the event source mappings, by the name of the function that each feeds. */
  feeds: z.record(z.string(), z.string()),
});
type Target = z.infer<typeof targetSchema>;

interface CanaryDeps {
  readonly fetch: typeof fetch;
  readonly lambda: LambdaClient;
  readonly dynamodb: DynamoDBClient;
}

const answerWithinMs = 10_000;

interface Expected {
  readonly status: number;
  readonly containing?: RegExp;
  readonly method?: HttpMethod;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @throws Error where the answer has another status, or a text without what it must contain */
const expectAnswer = async (
  { fetch }: CanaryDeps,
  url: string,
  { status, containing = /^/, ...request }: Expected,
): Promise<void> => {
  const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(answerWithinMs) });
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`Status ${answer.status} in place of ${status}`);
  if (!containing.test(text)) throw new Error(`The answer has no ${containing.source}`);
};

/** The parameters of a sign-in of nobody. A client that the pool does not know is refused before they are looked at. */
const signInOfNobody = {
  AuthFlow: 'USER_SRP_AUTH',
  AuthParameters: { USERNAME: 'probe', SRP_A: '1'.repeat(768) },
};

/**
 * Expects that the site signs in with the client whose tokens the authorizer accepts, and that the pool knows the client: else
 * nobody gets in, and no request for the gateway to refuse says so. The check needs no account.
 */
const expectClient = async ({ fetch }: CanaryDeps, { siteUrl, pool }: Target): Promise<void> => {
  const signal = AbortSignal.timeout(answerWithinMs);
  const config = siteConfigSchema.parse(await (await fetch(siteUrl + siteConfigPath, { signal })).json());
  const { region, userPoolId, userPoolClientId } = pool;
  if (config.userPoolClientId !== userPoolClientId || config.userPoolId !== userPoolId)
    throw new Error('The site signs in with another client than the authorizer accepts');
  const answer = await fetch(`https://cognito-idp.${region}.amazonaws.com/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    body: JSON.stringify({ ...signInOfNobody, ClientId: userPoolClientId }),
    signal,
  });
  if (/ResourceNotFoundException/.test(await answer.text()))
    throw new Error('The user pool does not know the client of the site');
};

const expectFeed = async ({ lambda }: CanaryDeps, UUID: string): Promise<void> => {
  const { State } = await lambda.send(new GetEventSourceMappingCommand({ UUID }));
  // "Updating" and the like pass by themselves.
  if (State?.startsWith('Disabl')) throw new Error(`The event source mapping is ${State}`);
};

const expectBackups = async ({ dynamodb }: CanaryDeps, TableName: string): Promise<void> => {
  const { ContinuousBackupsDescription } = await dynamodb.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  );
  const state = ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus;
  if (state !== 'ENABLED') throw new Error(`Point-in-time recovery is ${state}`);
};

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const satisfies readonly HttpMethod[];
const refused = { status: 401, containing: /Unauthorized/ } as const;

/** A path with something for each parameter. */
const filled = (path: string): string => path.replaceAll(/\{\w+\}/g, 'probe');

/** A token that nobody signed: `{"alg":"RS256","kid":"none"}`, `{"sub":"none"}`. */
const strangersToken = ['{"alg":"RS256","kid":"none"}', '{"sub":"none"}', 'none']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.');

/** What must hold at any time, by the name that the log has. It reads and books nothing. */
const checksOf = (
  target: Target,
  deps: CanaryDeps,
  { siteUrl, tableName, feeds } = target,
): Readonly<Record<string, () => Promise<void>>> => ({
  listing: () =>
    expectAnswer(deps, siteUrl + routes.listClasses.path, { status: 200, containing: /^\{"classes":\[/ }),
  'login page': () => expectAnswer(deps, siteUrl + paths.auth, { status: 200, containing: /id="root"/ }),
  ...Object.fromEntries(
    probedServices.map((service) => [
      `function ${service}`,
      () => expectAnswer(deps, siteUrl + probes[service].path, { method: 'POST', status: 204 }),
    ]),
  ),
  // Without a token: the gateway and its authorizer answer, whatever is in front of them.
  ...Object.fromEntries(
    methods.map((method) => [
      `method ${method}`,
      () => expectAnswer(deps, siteUrl + filled(refusedRoutes[method].path), { method, ...refused }),
    ]),
  ),
  'token of a stranger': () =>
    expectAnswer(deps, siteUrl + refusedRoutes.GET.path, {
      headers: { authorization: `Bearer ${strangersToken}` },
      ...refused,
    }),
  'client of the site': () => expectClient(deps, target),
  ...Object.fromEntries(
    Object.entries(feeds).map(([name, uuid]) => [`feed of ${name}`, () => expectFeed(deps, uuid)]),
  ),
  'point-in-time recovery': () => expectBackups(deps, tableName),
});

/** Some of what must hold does not. */
class CanaryError extends Error {
  override readonly name = 'CanaryError';
}

/** Makes every check, whatever the others say. @throws CanaryError that names the checks that failed */
export const runChecks = async (target: Target, deps: CanaryDeps): Promise<void> => {
  const checks = Object.entries(checksOf(target, deps));
  const ended = await Promise.allSettled(checks.map(([, run]) => run()));
  const failed = checks.flatMap(([check], index) => {
    const result = ended[index];
    if (result?.status !== 'rejected') return [];
    log.error('canary.failed', result.reason, { check });
    return [check];
  });
  if (failed.length > 0) throw new CanaryError(failed.join(', '));
};

const deps: CanaryDeps = {
  fetch,
  lambda: new LambdaClient(limitRequests(requestLimits.deployment)),
  dynamodb: new DynamoDBClient(limitRequests(requestLimits.deployment)),
};

/** A scheduler invokes it every five minutes. An alarm looks at its errors, and at its silence. */
export const handler = (): Promise<void> =>
  runChecks(targetSchema.parse(JSON.parse(process.env.TARGET ?? '{}')), deps);
