import type { ApiEvent } from '#functions/lib/http/create-handler';
import type { Route } from '#shared/contract/route';
import { apiEvent } from './api-event.ts';
import type { RouteMatch } from './match-route.ts';

export interface EventSource {
  readonly request: Request;
  readonly match: RouteMatch<Route>;
  readonly requestId: string;
  readonly sourceIp: string;
  /** Claims of the access token, if the route has an authorizer. */
  readonly claims?: Record<string, string> | undefined;
}

/** API Gateway passes bodies of these types as text, and encodes every other body. */
const textMediaType = /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml|javascript)\s*(?:;|$))/i;

const readBody = async (request: Request): Promise<Pick<ApiEvent, 'body' | 'isBase64Encoded'>> => {
  const bytes = Buffer.from(await request.arrayBuffer());
  if (bytes.length === 0) return { isBase64Encoded: false };
  const isText = textMediaType.test(request.headers.get('content-type') ?? '');
  return { body: bytes.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText };
};

/** The event of an HTTP request for a route. */
export const toEvent = async ({
  request,
  match: { route, params },
  ...context
}: EventSource): Promise<ApiEvent> => {
  const { pathname, search, searchParams } = new URL(request.url);
  const { cookie, ...headers } = Object.fromEntries(request.headers);
  return apiEvent({
    route: { method: request.method, path: route.path },
    params,
    rawPath: pathname,
    query: searchParams,
    rawQuery: search.slice(1),
    headers,
    ...(cookie && { cookies: cookie.split(';').map((text) => text.trim()) }),
    ...(await readBody(request)),
    ...context,
  });
};
