import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { ApiEvent } from '#functions/http/create-handler';
import { type RouteName, routes } from '#shared/contract/routes';
import { adminGroup } from '#shared/roles';

export interface Invocation {
  readonly route: RouteName;
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** The signed-in user; none is a visitor. */
  readonly userId?: string;
  readonly groups?: readonly string[];
  /** Address of the machine that calls. */
  readonly sourceIp?: string;
}

export type Handler = (event: ApiEvent, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/** The access token's claims as API Gateway's JWT authorizer passes them on: lists become text. */
const accessClaims = (userId: string, groups: readonly string[] = []) => ({
  sub: userId,
  token_use: 'access',
  ...(groups.length > 0 && { 'cognito:groups': `[${groups.join(' ')}]` }),
});

export const asAdmin = { groups: [adminGroup] } as const;

/** An HTTP API event for a route, as API Gateway would send it. */
export const apiEvent = ({
  route,
  params,
  query,
  body,
  headers,
  userId,
  groups,
  sourceIp = '192.0.2.1',
}: Invocation): ApiEvent => {
  const { method, path } = routes[route];
  const rawPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath,
    rawQueryString: new URLSearchParams(query).toString(),
    ...(query && { queryStringParameters: query }),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(params && { pathParameters: params }),
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    isBase64Encoded: false,
    requestContext: {
      accountId: 'anonymous',
      apiId: 'api',
      domainName: 'example.com',
      domainPrefix: 'example',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp, userAgent: 'test' },
      requestId: randomUUID(),
      routeKey: `${method} ${path}`,
      stage: '$default',
      time: '',
      timeEpoch: 0,
      ...(userId && { authorizer: { jwt: { claims: accessClaims(userId, groups) } } }),
    },
  };
};

export const lambdaContext = (): Context => ({
  awsRequestId: randomUUID(),
  callbackWaitsForEmptyEventLoop: false,
  functionName: 'test',
  functionVersion: '1',
  invokedFunctionArn: '',
  logGroupName: '',
  logStreamName: '',
  memoryLimitInMB: '256',
  getRemainingTimeInMillis: () => 10_000,
  done: () => {},
  fail: () => {},
  succeed: () => {},
});

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: unknown;
}

/** Calls a handler as API Gateway would and reads its answer. */
export const invoke = async (handler: Handler, invocation: Invocation): Promise<Answer> => {
  const { statusCode, headers, body } = await handler(apiEvent(invocation), lambdaContext());
  return { status: statusCode ?? 0, headers: headers ?? {}, body: body ? JSON.parse(body) : undefined };
};
