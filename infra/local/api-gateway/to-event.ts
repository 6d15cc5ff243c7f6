import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { ApiEvent } from '#functions/http/create-handler';
import type { Route } from '#shared/contract/route';
import type { RouteMatch } from './match-route.ts';

export interface EventSource {
  readonly request: Request;
  readonly match: RouteMatch<Route>;
  readonly requestId: string;
  readonly sourceIp: string;
  /** Claims of the token, where the route has an authorizer. */
  readonly claims?: Record<string, string>;
}

/** These bodies reach the function as text; API Gateway encodes every other one. */
const textMediaType = /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|javascript)\s*(?:;|$))/i;

const readBody = async (request: Request): Promise<Pick<ApiEvent, 'body' | 'isBase64Encoded'>> => {
  const bytes = Buffer.from(await request.arrayBuffer());
  if (bytes.length === 0) return { isBase64Encoded: false };
  const isText = textMediaType.test(request.headers.get('content-type') ?? '');
  return { body: bytes.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText };
};

/** Repeated parameters are joined with commas; without any the event has no such field. */
const readQuery = (search: URLSearchParams): Pick<APIGatewayProxyEventV2, 'queryStringParameters'> => {
  if (search.size === 0) return {};
  const names = [...new Set(search.keys())];
  return {
    queryStringParameters: Object.fromEntries(names.map((name) => [name, search.getAll(name).join(',')])),
  };
};

const readCookies = (request: Request): Pick<APIGatewayProxyEventV2, 'cookies'> => {
  const cookies = request.headers.get('cookie');
  return cookies ? { cookies: cookies.split(';').map((cookie) => cookie.trim()) } : {};
};

/**
 * What API Gateway's HTTP API hands to a Lambda function (payload format 2.0).
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export const toEvent = async ({
  request,
  match: { route, params },
  requestId,
  sourceIp,
  claims,
}: EventSource): Promise<ApiEvent> => {
  const url = new URL(request.url);
  const now = new Date();
  const { cookie: _, ...headers } = Object.fromEntries(request.headers);
  const routeKey = `${route.method} ${route.path}`;
  return {
    version: '2.0',
    routeKey,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    ...readCookies(request),
    headers,
    ...readQuery(url.searchParams),
    ...(Object.keys(params).length > 0 && { pathParameters: params }),
    ...(await readBody(request)),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: url.hostname,
      domainPrefix: 'local',
      requestId,
      routeKey,
      stage: '$default',
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
      http: {
        method: request.method,
        path: url.pathname,
        protocol: 'HTTP/1.1',
        sourceIp,
        userAgent: request.headers.get('user-agent') ?? '',
      },
      ...(claims && { authorizer: { jwt: { claims } } }),
    },
  };
};
