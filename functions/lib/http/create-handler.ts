import { createHash, createHmac } from 'node:crypto';
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

/**
 * The switch by which nothing is changed (REL-05): a variable of the gateway's stage, which each request brings, so that it costs
 * no read and holds for every function at once (decision 73).
 */
export const writesVariable = { name: 'writes', states: ['on', 'paused'] } as const;

const isPaused = ({ stageVariables }: Pick<ApiEvent, 'stageVariables'>): boolean =>
  stageVariables?.[writesVariable.name] === 'paused';

/** When to try again during a pause, in seconds. */
const pauseRetrySeconds = 120;

/** The headers with the clocks of the business, which every answer has. */
const createClockHeaders = (clock: () => Date, timeZone: string) => {
  // By day and offset: an offset that was changed today is another one.
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

/**
 * What a log may hold of the caller of a refused request: the account's id, or a keyed hash of the network, so that the
 * requests of one attacker can be found without the address.
 */
const describeCaller = (event: ApiEvent, originKey: string | undefined): LogFields => {
  const { sub } = Object(event.requestContext.authorizer?.jwt?.claims);
  const user = userIdSchema.safeParse(sub);
  if (user.success) return { user: user.data };
  // Without a key the few possible addresses of a hash could be tried.
  if (!originKey) return {};
  const { network } = sourceNetworkOf(sourceIpOf(event, originKey));
  const hash = createHmac('sha256', originKey).update(network).digest('base64url');
  return { source: hash.slice(0, 16) };
};

/** Whether `If-None-Match` names an ETag (RFC 9110, 13.1.2: a weak comparison). */
const matches = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');

interface FileAnswer {
  readonly text: string;
  readonly mediaType: string;
  readonly cacheControl: string;
  /** The header of the request. */
  readonly ifNoneMatch: string | undefined;
}

/** The answer with a file; without its text where the client has this very text. */
const answerWithFile = ({
  text,
  mediaType,
  cacheControl,
  ifNoneMatch,
}: FileAnswer): APIGatewayProxyStructuredResultV2 => {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  const headers = { 'cache-control': cacheControl, etag };
  if (matches(ifNoneMatch, etag)) return { statusCode: 304, headers };
  return { statusCode: 200, headers: { ...headers, 'content-type': mediaType }, body: text };
};

/** All operations of a service: a route without an operation does not compile. */
export type ServiceOperations<Service extends ApiService, Deps> = {
  readonly [Name in RouteNameOf<Service>]: Operation<Routes[Name], Deps>;
};

/** HTTP API event, with the claims its JWT authorizer adds. */
export type ApiEvent = APIGatewayProxyEventV2 & {
  requestContext: { authorizer?: { jwt?: { claims: unknown } } };
};

interface HandlerOptions {
  /** The key that the distribution adds to requests, for services whose operations use the source's IP address. */
  readonly originKey?: string;
  /**
   * Refuses a caller whose role was revoked since the token was made. A service with routes that need the current role
   * cannot do without it.
   * @throws ProblemError adminOnly
   */
  readonly requireCurrentRole?: (caller: Caller) => Promise<void>;
  /** A service with routes that act for families cannot do without it. */
  readonly memberships?: Memberships;
  /** A service with routes that need a fresh sign-in gives it: such a sign-in had the code of the second factor. */
  readonly factorSince?: FactorSince;
  /** For the instant of an answer, and for the age of a sign-in, which the user pool writes by its own clock. */
  readonly clock?: Clock;
}

interface HandlerDeps {
  /** IANA time zone of the business; the clock headers are written in it. */
  readonly timeZone: string;
}

type AnyOperation<Deps> = (request: Record<string, unknown>, deps: Deps) => Promise<unknown>;

/**
 * Makes the Lambda handler of a service: it finds the route, checks access, parses the request by the route's schemas,
 * runs the operation, and answers with what the response schema declares and nothing else.
 */
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
    return {
      statusCode: route.status,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(parseTolerantly(route.response, result)),
    };
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
