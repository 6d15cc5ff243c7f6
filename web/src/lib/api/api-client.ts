import * as z from 'zod/mini';
import { ownChangeHeader } from '#shared/contract/caching';
import { problems } from '#shared/contract/errors';
import type { Route, RouteInput, RouteResponse } from '#shared/contract/route';
import { idempotencyKeyHeader } from '#shared/schemas/ids';
import { accessToken } from '../session/auth.ts';
import { ApiError, ConnectionError, toApiError } from './api-error.ts';
import { noteOwnChange, ownChange } from './own-change.ts';

/** Longer than API Gateway waits for a function (30 s), so that its answer, not ours, ends a slow request. */
const timeoutMs = 35_000;

/** `RouteInput` of any route, as the client reads it. */
interface RequestParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

/** What a call depends on, for tests to replace. */
export interface ApiTransport {
  readonly fetch: typeof fetch;
  readonly accessToken: () => Promise<string | null>;
}

const browserTransport: ApiTransport = { fetch: (...request) => fetch(...request), accessToken };

const urlOf = (route: Route, { params = {}, query = {} }: RequestParts): string => {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  return search.size > 0 ? `${path}?${search}` : path;
};

const headersOf = async (route: Route, input: RequestParts, transport: ApiTransport): Promise<Headers> => {
  const headers = new Headers({ accept: 'application/json' });
  if (input.body !== undefined) headers.set('content-type', 'application/json');
  if (input.idempotencyKey !== undefined) headers.set(idempotencyKeyHeader, input.idempotencyKey);
  const change = route.sharedFor && ownChange();
  if (change) headers.set(ownChangeHeader, change);
  if (route.access !== 'public') {
    const token = await transport.accessToken();
    if (token === null) {
      throw new ApiError(
        'notAuthenticated',
        problems.notAuthenticated.status,
        problems.notAuthenticated.text,
      );
    }
    headers.set('authorization', `Bearer ${token}`);
  }
  return headers;
};

const send = async (url: string, request: RequestInit, transport: ApiTransport): Promise<Response> => {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  try {
    return await transport.fetch(url, { ...request, signal });
  } catch (failure) {
    if (request.signal?.aborted) throw failure;
    throw new ConnectionError(failure);
  } finally {
    // Also where it was refused or got no answer: the one means that others changed something, the other is unknown.
    if (request.method !== 'GET') noteOwnChange();
  }
};

/**
 * Calls a route of the contract and gives its answer, checked against the route's schema. Routes that are not public
 * carry the session's access token. Throws `ApiError` (refused, or failed there) or `ConnectionError` (no answer).
 */
export const callRoute = async <R extends Route>(
  route: R,
  input: RouteInput<R>,
  { signal, transport = browserTransport }: { signal?: AbortSignal; transport?: ApiTransport } = {},
): Promise<RouteResponse<R>> => {
  // RouteInput<R> is made of the same parts, which TypeScript cannot see while R is open.
  const parts = input as RequestParts;
  const answer = await send(
    urlOf(route, parts),
    {
      method: route.method,
      headers: await headersOf(route, parts, transport),
      body: parts.body === undefined ? null : JSON.stringify(parts.body),
      signal: signal ?? null,
    },
    transport,
  );
  if (!answer.ok) throw await toApiError(answer);
  const schema: R['response'] = route.response;
  return z.parse(schema, answer.status === 204 ? undefined : await answer.json());
};
