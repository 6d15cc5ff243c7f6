import type { ApiEvent } from '#functions/lib/http/create-handler';
import type { Route } from '#shared/contract/route';

export interface ApiRequest
  extends Pick<ApiEvent, 'body' | 'cookies' | 'isBase64Encoded' | 'stageVariables'> {
  readonly route: Pick<Route, 'path'> & { readonly method: string };
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly rawPath: string;
  readonly query: URLSearchParams;
  /** Query string as sent; by default `query` as text. */
  readonly rawQuery?: string;
  readonly headers: Record<string, string>;
  readonly requestId: string;
  readonly sourceIp: string;
  readonly claims?: Readonly<Record<string, string>> | undefined;
}

const queryParameters = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name).join(',')]));

/** Payload format 2.0 of API Gateway's HTTP API. What a request does not have is left out. */
export const apiEvent = ({
  route: { method, path },
  params = {},
  rawPath,
  query,
  rawQuery = query.toString(),
  headers,
  cookies,
  body,
  isBase64Encoded,
  requestId,
  sourceIp,
  claims,
  stageVariables,
}: ApiRequest): ApiEvent => {
  const now = new Date();
  const routeKey = `${method} ${path}`;
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString: rawQuery,
    ...(cookies && { cookies }),
    headers,
    ...(query.size > 0 && { queryStringParameters: queryParameters(query) }),
    ...(Object.keys(params).length > 0 && { pathParameters: { ...params } }),
    ...(body !== undefined && { body }),
    isBase64Encoded,
    ...(stageVariables && { stageVariables }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: 'localhost',
      domainPrefix: 'local',
      requestId,
      routeKey,
      stage: '$default',
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
      http: {
        method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      ...(claims && { authorizer: { jwt: { claims } } }),
    },
  };
};
