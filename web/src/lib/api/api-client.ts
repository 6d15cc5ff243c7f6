import * as z from 'zod/mini';
import { ownChangeHeader, type Route, type RouteInput, type RouteResponse } from '#shared/contract/route';
import { shownProblems } from '#shared/contract/shown-problems';
import { idempotencyKeyHeader } from '#shared/lib/ids';
import { loadChunk } from '../browser/load-chunk.ts';
import { noteNewVersion } from '../browser/new-version.ts';
import { tryStorage } from '../browser/try-storage.ts';
import { accessToken } from '../sign-in/auth.ts';
import { noteServerTime } from '../time/server-clock.ts';
import {
  ApiError,
  ConnectionError,
  isBusy,
  isDecided,
  toApiError,
  UnreadableAnswerError,
} from './api-error.ts';
import { noteAttempt } from './attempt-key.ts';
import { takeEarlyAnswer } from './early-answers.ts';
import { notePause } from './paused.ts';

/** Local storage key of the last change of this browser, shared by all tabs. The value is a random id and a time. */
const key = 'own-change';

/** Shared answers are at most 30 s old; twice that allows for clock differences and caches in between. */
const recentMs = 60_000;

interface Change {
  readonly id: string;
  readonly at: number;
}

let inMemory: Change | undefined;

const read = (): Change | undefined => {
  const [id, at] = (tryStorage(() => localStorage.getItem(key)) ?? '').split(' ');
  return id && at ? { id, at: Number(at) } : inMemory;
};

/** Records a change, or an attempt, by this browser: later reads get no shared answer from before it. */
export const noteOwnChange = (now = Date.now()): void => {
  const id = crypto.randomUUID();
  inMemory = { id, at: now };
  tryStorage(() => localStorage.setItem(key, `${id} ${now}`));
};

/** Id of the last change of this browser within the last minute; sent with reads whose answers are shared. */
export const ownChange = (now = Date.now()): string | undefined => {
  const change = read();
  return change && Math.abs(now - change.at) < recentMs ? change.id : undefined;
};

/** API Gateway answers within 30 s. This is longer, so that the gateway's answer ends a slow request. */
const timeoutMs = 35_000;

interface RequestFields {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

export interface ApiTransport {
  readonly fetch: typeof fetch;
  readonly accessToken: () => Promise<string | null>;
}

/** Sends requests in the name of this browser's sign-in, and uses the answers that the document has requested early. */
export const browserTransport: ApiTransport = {
  fetch: async (url, request = {}) => (await takeEarlyAnswer(String(url), request)) ?? fetch(url, request),
  accessToken,
};

const urlOf = (route: Route, { params = {}, query = {} }: RequestFields): string => {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const text = search.toString();
  return text ? `${path}?${text}` : path;
};

const headersOf = async (route: Route, input: RequestFields, transport: ApiTransport): Promise<Headers> => {
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
        shownProblems.notAuthenticated.status,
        shownProblems.notAuthenticated.text,
      );
    }
    headers.set('authorization', `Bearer ${token}`);
  }
  return headers;
};

/** @throws ConnectionError when the connection fails before the body ends */
const send = async (
  url: string,
  request: RequestInit,
  transport: ApiTransport,
): Promise<{ readonly answer: Response; readonly text: string }> => {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  try {
    const answer = await transport.fetch(url, { ...request, signal });
    noteServerTime(answer);
    return { answer, text: await answer.text() };
  } catch (failure) {
    if (request.signal?.aborted) throw failure;
    throw new ConnectionError(failure);
  } finally {
    // A refusal may mean that others changed the data, and without an answer the outcome is unknown: both count as a change.
    if (request.method !== 'GET') noteOwnChange();
  }
};

/** @throws ConnectionError where a guest network answers with a page of its own */
const contentOf = (route: Route, status: number, text: string): unknown => {
  if (status === 204) return undefined;
  if (route.file) return text;
  try {
    return JSON.parse(text);
  } catch (failure) {
    throw new ConnectionError(failure);
  }
};

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly transport?: ApiTransport;
  readonly repeatable?: true;
}

/**
 * Calls a route and returns its answer, parsed by the route's schema. A request with an attempt's key is sent again while the
 * service is busy.
 * @throws ApiError when the API refuses or fails
 * @throws ConnectionError when no answer comes, or not all of it
 * @throws UnreadableAnswerError for an answer of a newer version (REL-03)
 */
export const callRoute = async <R extends Route>(
  route: R,
  input: RouteInput<R>,
  { signal, transport = browserTransport, repeatable }: CallOptions = {},
): Promise<RouteResponse<R>> => {
  const fields = input as RequestFields;
  const call = async (): Promise<RouteResponse<R>> => {
    const { answer, text } = await send(
      urlOf(route, fields),
      {
        method: route.method,
        headers: await headersOf(route, fields, transport),
        body: fields.body === undefined ? null : JSON.stringify(fields.body),
        signal: signal ?? null,
      },
      transport,
    );
    notePause(route, answer);
    if (!answer.ok) throw toApiError(answer, text);
    const schema: R['response'] = route.response;
    const content = contentOf(route, answer.status, text);
    const known = z.safeParse(schema, content);
    if (known.success) return known.data as RouteResponse<R>;
    // A newer version of the API can send choices with values that this page does not know.
    const { parseTolerantly } = await loadChunk(() => import('#shared/lib/tolerant'));
    try {
      return parseTolerantly(schema, content);
    } catch (failure) {
      noteNewVersion();
      throw new UnreadableAnswerError(failure);
    }
  };
  const key = fields.idempotencyKey;
  const callUntilAnswered = async (): Promise<RouteResponse<R>> => {
    try {
      return await call();
    } catch (error) {
      if (!isBusy(error) || (key === undefined && !repeatable)) throw error;
      const { repeatWhileBusy } = await loadChunk(() => import('./repeat-busy.ts'));
      return repeatWhileBusy(call, error, { signal });
    }
  };
  if (key === undefined) return callUntilAnswered();
  noteAttempt(key, 'unknown');
  try {
    const answer = await callUntilAnswered();
    noteAttempt(key, 'known');
    return answer;
  } catch (error) {
    if (isDecided(error)) noteAttempt(key, 'known');
    throw error;
  }
};
