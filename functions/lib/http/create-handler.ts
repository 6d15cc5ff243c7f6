import { createHash, createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import * as z from 'zod/mini';
import {
  type ApiService,
  cacheControlOf,
  isRead,
  methodsOf,
  offsetStartsHeader,
  pausedHeader,
  type Route,
  serverNowHeader,
} from '#shared/contract/route';
import type { RouteName, RouteNameOf, Routes } from '#shared/contract/routes';
import { offsetStarts, toOffsetTime } from '#shared/lib/business-time';
import { userIdSchema } from '#shared/lib/ids';
import { parseTolerantly } from '#shared/lib/tolerant';
import { isUnavailable, withinPatience } from '../aws-requests.ts';
import { type Clock, systemClock } from '../clock.ts';
import { ContentionError } from '../contention.ts';
import { type LogFields, log, requestFailed, requestUnavailable, runningVersion } from '../log.ts';
import {
  actForFamily,
  authorize,
  type Caller,
  type FactorSince,
  type Memberships,
  requireFreshSignIn,
} from './caller.ts';
import type { Operation } from './operation.ts';
import { busy, ProblemError, problem, toProblemResponse } from './problem-error.ts';
import { readRequest, sourceIpOf, sourceNetworkOf } from './request.ts';

/** Pauses all changes (REL-05): a variable of the gateway's stage, without a read and at once everywhere (decision 73). */
export const writesVariable = { name: 'writes', states: ['on', 'paused'] } as const;

const isPaused = ({ stageVariables }: Pick<ApiEvent, 'stageVariables'>): boolean =>
  stageVariables?.[writesVariable.name] === 'paused';

/** Seconds until a retry during a pause. */
const pauseRetrySeconds = 120;

/** Every answer has the clocks of the business. */
const createClockHeaders = (clock: () => Date, timeZone: string) => {
  // By day and offset, since the offset may change during a day.
  const known = { key: '', starts: '' };
  return (): Record<string, string> => {
    const now = clock();
    const text = toOffsetTime(now, timeZone);
    const key = text.slice(0, 'YYYY-MM-DD'.length) + text.slice('YYYY-MM-DDTHH:MM:SS.sss'.length);
    if (key !== known.key) {
      const starts = offsetStarts(now, timeZone).map((start) => toOffsetTime(start, timeZone));
      Object.assign(known, { key, starts: starts.join(' ') });
    }
    return { [serverNowHeader]: text, [offsetStartsHeader]: known.starts };
  };
};

/** The account's id, or a keyed hash of the network: all that a log may contain of a refused caller. */
const describeCaller = (event: ApiEvent, originKey: string | undefined): LogFields => {
  const { sub } = Object(event.requestContext.authorizer?.jwt?.claims);
  const user = userIdSchema.safeParse(sub);
  if (user.success) return { user: user.data };
  // Without a key, the few possible addresses could be tried.
  if (!originKey) return {};
  const { network } = sourceNetworkOf(sourceIpOf(event, originKey));
  const hash = createHmac('sha256', originKey).update(network).digest('base64url');
  return { source: hash.slice(0, 16) };
};

/** RFC 9110, 13.1.2: a weak comparison. */
const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');

/** CloudFront compresses no answer that it does not cache. Shorter ones fit into a packet anyway. */
const leastCompressedBytes = 1_000;

const compress = (
  { headers }: Pick<ApiEvent, 'headers'>,
  answer: APIGatewayProxyStructuredResultV2,
): APIGatewayProxyStructuredResultV2 => {
  const { body = '' } = answer;
  if (Buffer.byteLength(body) < leastCompressedBytes || !/\bgzip\b/.test(headers['accept-encoding'] ?? ''))
    return answer;
  return {
    ...answer,
    headers: { ...answer.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' },
    body: gzipSync(body).toString('base64'),
    isBase64Encoded: true,
  };
};

interface FileAnswer {
  readonly text: string;
  readonly mediaType: string;
  readonly cacheControl: string;
  readonly ifNoneMatch: string | undefined;
}

/** Omits the text where the client has it. */
const answerWithFile = ({
  text,
  mediaType,
  cacheControl,
  ifNoneMatch,
}: FileAnswer): APIGatewayProxyStructuredResultV2 => {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  const headers = { 'cache-control': cacheControl, etag };
  if (matchesEtag(ifNoneMatch, etag)) return { statusCode: 304, headers };
  return { statusCode: 200, headers: { ...headers, 'content-type': mediaType }, body: text };
};

/** A route without an operation does not compile. */
export type ServiceOperations<Service extends ApiService, Deps> = {
  readonly [Name in RouteNameOf<Service>]: Operation<Routes[Name], Deps>;
};

/** With the claims of the JWT authorizer. */
export type ApiEvent = APIGatewayProxyEventV2 & {
  requestContext: { authorizer?: { jwt?: { claims: unknown } } };
};

interface HandlerOptions {
  /** For services whose operations use the source's IP address. */
  readonly originKey?: string;
  /** Required for routes with the current role, which may be revoked since the token. @throws ProblemError adminOnly */
  readonly requireCurrentRole?: (caller: Caller) => Promise<void>;
  /** Required for routes that act for families. */
  readonly memberships?: Memberships;
  /** Required for routes with a fresh sign-in, which must have had the second factor's code. */
  readonly factorSince?: FactorSince;
  /** For the instant of an answer, and the age of a sign-in, which the user pool dates. */
  readonly clock?: Clock;
}

interface HandlerDeps {
  readonly timeZone: string;
}

type AnyOperation<Deps> = (request: Record<string, unknown>, deps: Deps) => Promise<unknown>;

/** Makes a service's Lambda handler: route, access, request by schemas, operation, and what the response declares. */
export const createHandler = <ServiceRoutes extends Record<string, Route>, Deps extends HandlerDeps>(
  routes: ServiceRoutes,
  operations: { readonly [Name in keyof ServiceRoutes & RouteName]: Operation<Routes[Name], Deps> },
  deps: Deps,
  { originKey, requireCurrentRole, memberships, factorSince, clock = systemClock }: HandlerOptions = {},
) => {
  if (!requireCurrentRole && Object.values(routes).some(({ currentRole }) => currentRole)) {
    throw new Error('The service has routes that need the current role, and nothing that checks it');
  }
  if (!memberships && Object.values(routes).some(({ actsFor }) => actsFor)) {
    throw new Error('The service has routes that act for families, and nothing that knows their members');
  }
  const erased: object = operations;
  const served: ReadonlyMap<string, { route: Route; operation: AnyOperation<Deps> }> = new Map(
    Object.entries(routes).flatMap(([name, route]) => {
      // readRequest and authorize produce what this route's operation takes.
      const operation = Reflect.get(erased, name) as AnyOperation<Deps>;
      return methodsOf(route).map((method) => [`${method} ${route.path}`, { route, operation }] as const);
    }),
  );

  const answer = async (event: ApiEvent): Promise<APIGatewayProxyStructuredResultV2> => {
    const match = served.get(event.routeKey);
    if (!match) throw problem('notFound');
    const { route, operation } = match;
    const claims = event.requestContext.authorizer?.jwt?.claims;
    const caller = authorize(route.access, claims);
    if (isPaused(event) && !isRead(route)) throw problem('paused', {}, { retryAfter: pauseRetrySeconds });
    const requireFresh = async (): Promise<void> => {
      if (caller) await requireFreshSignIn(caller, clock(), factorSince);
    };
    if (route.freshSignIn === true) await requireFresh();
    if (caller && route.currentRole) await requireCurrentRole?.(caller);
    const request = readRequest(route, event);
    const accessToken = event.headers.authorization?.replace(/^Bearer /i, '') ?? '';
    const asked = route.freshSignIn === 'sometimes' && { requireFreshSignIn: requireFresh };
    const run = (actor: Caller | undefined): Promise<unknown> => {
      const sender = actor
        ? { caller: { ...actor, accessToken } }
        : { source: sourceNetworkOf(sourceIpOf(event, originKey)) };
      return operation({ ...request, ...sender, ...asked }, deps);
    };
    const isOfFamily = { confirmsFamily: route.confirmsFamily === true, isRead: isRead(route) };
    const result =
      caller && route.actsFor && memberships
        ? await actForFamily(caller, claims, { ...memberships, ...isOfFamily }, run)
        : await run(caller);
    const cacheControl = cacheControlOf(route);
    if (route.file) {
      const text = z.parse(z.string(), parseTolerantly(route.response, result));
      const ifNoneMatch = event.headers['if-none-match'];
      return answerWithFile({ text, mediaType: route.file, cacheControl, ifNoneMatch });
    }
    const headers = { 'cache-control': cacheControl, ...clockHeaders(), ...pauseHeader(event) };
    if (route.status === 204) return { statusCode: 204, headers };
    if (route.status === 303) {
      const location = z.parse(z.string(), parseTolerantly(route.response, result));
      return { statusCode: 303, headers: { ...headers, location } };
    }
    return compress(event, {
      statusCode: route.status,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(parseTolerantly(route.response, result)),
    });
  };

  const clockHeaders = createClockHeaders(clock, deps.timeZone);

  const pauseHeader = (event: ApiEvent): Record<string, string> =>
    isPaused(event) && !served.get(event.routeKey)?.route.sharedFor ? { [pausedHeader]: 'yes' } : {};

  const toProblem = (error: unknown): ProblemError => {
    if (error instanceof ProblemError) return error;
    if (error instanceof ContentionError) return busy();
    return isUnavailable(error) ? busy('unavailable') : problem('internalError');
  };

  return middy<ApiEvent, APIGatewayProxyStructuredResultV2, Error, Context>()
    .onError((request) => {
      const { event, context } = request;
      const refusal = toProblem(request.error);
      if (refusal.code === 'internalError')
        log.error(requestFailed, request.error, { route: event.routeKey, ...runningVersion });
      else {
        const { routeKey: route } = event;
        if (isUnavailable(request.error)) log.error(requestUnavailable, request.error, { route });
        log.info('request.refused', { route, code: refusal.code, ...describeCaller(event, originKey) });
      }
      const response = toProblemResponse(refusal, context.awsRequestId);
      const headers = { ...response.headers, ...clockHeaders(), ...pauseHeader(event) };
      request.response = { ...response, headers };
    })
    .handler((event) => withinPatience(() => answer(event)));
};
