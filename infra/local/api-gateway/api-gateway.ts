import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { FunctionName } from '#functions/functions';
import type { ApiEvent } from '#functions/lib/http/create-handler';
import { problem, toProblemResponse } from '#functions/lib/http/problem-error';
import type { ProblemCode } from '#shared/contract/errors';
import { type ApiService, methodsOf, type Route } from '#shared/contract/route';
import { apiEvent } from './api-event.ts';

const timeoutMs = 30_000;

export const lambdaContext = (name: FunctionName): Context => {
  const deadline = Date.now() + timeoutMs;
  return {
    awsRequestId: randomUUID(),
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${name}`,
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: 'local',
    memoryLimitInMB: '512',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => deadline - Date.now(),
    done: () => {},
    fail: () => {},
    succeed: () => {},
  };
};

const bySpecificity = (one: Route, other: Route): number => {
  const [a, b] = [one, other].map(({ path }) => path.split('/').map((segment) => segment.startsWith('{')));
  const difference = a?.findIndex((isParameter, at) => isParameter !== b?.[at]) ?? -1;
  return Number(a?.[difference] ?? 0) - Number(b?.[difference] ?? 0);
};

const decoded = (groups: Readonly<Record<string, string>> = {}) => {
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    return undefined;
  }
};

/** @returns a function from method and undecoded path to the route. A trailing slash makes another path */
const createRouter = (routes: readonly Route[]) => {
  const candidates = routes.toSorted(bySpecificity).map((route) => ({
    route,
    methods: new Set<string>(methodsOf(route)),
    pattern: new RegExp(`^${route.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }));

  return (method: string, path: string) => {
    for (const { route, methods, pattern } of candidates) {
      const found = methods.has(method) ? pattern.exec(path) : null;
      const params = found && decoded(found.groups);
      if (params) return { route, params };
    }
    return undefined;
  };
};

/** One bucket of `burst` tokens for each route and all callers, filled with `perSecond`. @param now in milliseconds */
export const createThrottle = (now: () => number) => {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return ({ method, path, rate }: Pick<Route, 'method' | 'path' | 'rate'>): boolean => {
    if (!rate) return true;
    const [key, at] = [`${method} ${path}`, now()];
    const bucket = buckets.get(key) ?? { tokens: rate.burst, at };
    const filled = bucket.tokens + ((at - bucket.at) / 1_000) * rate.perSecond;
    const tokens = Math.min(rate.burst, filled);
    const isAllowed = tokens >= 1;
    buckets.set(key, { tokens: isAllowed ? tokens - 1 : tokens, at });
    return isAllowed;
  };
};

/** API Gateway passes bodies of these types as text, and encodes every other body. */
const textMediaType = /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|javascript)\s*(?:;|$))/i;

const readBody = async (request: Request): Promise<Pick<ApiEvent, 'body' | 'isBase64Encoded'>> => {
  const bytes = Buffer.from(await request.arrayBuffer());
  if (bytes.length === 0) return { isBase64Encoded: false };
  const isText = textMediaType.test(request.headers.get('content-type') ?? '');
  return { body: bytes.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText };
};

export const toResponse = (result: APIGatewayProxyStructuredResultV2): Response => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(result.headers ?? {})) headers.set(name, String(value));
  for (const cookie of result.cookies ?? []) headers.append('set-cookie', cookie);
  const status = result.statusCode ?? 200;
  const hasBody = result.body !== undefined && status !== 204;
  const body = hasBody ? Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8') : null;
  return new Response(body, { status, headers });
};

export type ApiHandler = (event: ApiEvent, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

interface ApiGatewayOptions {
  readonly allows?: ReturnType<typeof createThrottle> | undefined;
  readonly stageVariables?: () => Record<string, string>;
  readonly routes: readonly Route[];
  /** Called for each request, so that development can reload handlers. */
  readonly handlerOf: (service: ApiService) => Promise<ApiHandler>;
  /** Reads an Authorization header. Returns the token's claims, or undefined if API Gateway would refuse it. */
  readonly authorizer: (authorization: string | undefined) => Record<string, string> | undefined;
}

const refuse = (
  code: Extract<ProblemCode, 'notFound' | 'notAuthenticated' | 'internalError'>,
  requestId: string,
) => toResponse(toProblemResponse(problem(code), requestId));

export const createApiGateway = ({
  routes,
  handlerOf,
  authorizer,
  allows = () => true,
  stageVariables = () => ({}),
}: ApiGatewayOptions) => {
  const match = createRouter(routes);

  return async (request: Request, sourceIp: string): Promise<Response> => {
    const requestId = randomUUID();
    const { pathname, search, searchParams } = new URL(request.url);
    const matched = match(request.method, pathname);
    if (!matched) return refuse('notFound', requestId);
    const { access, service, path } = matched.route;
    if (!allows(matched.route)) return Response.json({ message: 'Too Many Requests' }, { status: 429 });
    const claims =
      access === 'public' ? undefined : authorizer(request.headers.get('authorization') ?? undefined);
    if (access !== 'public' && !claims) return refuse('notAuthenticated', requestId);
    const { cookie, ...headers } = Object.fromEntries(request.headers);
    const event = apiEvent({
      ...{ route: { method: request.method, path }, params: matched.params, rawPath: pathname },
      ...{ query: searchParams, rawQuery: search.slice(1), headers, requestId, sourceIp, claims },
      ...(cookie && { cookies: cookie.split(';').map((text) => text.trim()) }),
      ...(await readBody(request)),
      stageVariables: stageVariables(),
    });
    try {
      const handler = await handlerOf(service);
      return toResponse(await handler(event, lambdaContext(service)));
    } catch (error) {
      console.error(error);
      return refuse('internalError', requestId);
    }
  };
};
