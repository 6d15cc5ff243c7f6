import type { Page, Request } from '@playwright/test';
import { localPaths } from '#infra/local/addresses';
import { type RouteName, routes } from '#shared/contract/routes';

interface SentRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface FakeResponse {
  /** 200 by default. */
  readonly status?: number;
  readonly contentType?: string;
  /** The body as an object, in place of `body`. */
  readonly json?: unknown;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request of a page that waits until a handler decides about it. */
interface InterceptedCall {
  continue(): Promise<void>;
  abort(): Promise<void>;
  fulfill(response: FakeResponse): Promise<void>;
  /** Sends a copy of the request, whose response does not reach the page. */
  fetch(): Promise<void>;
}

/** Handles an intercepted call of a page. `number` counts the calls from 1. */
export type CallHandler = (call: InterceptedCall, number: number) => Promise<void>;

export interface Calls {
  readonly count: () => number;
  readonly ended: () => number;
  /** Intercepts no further calls. */
  readonly stop: () => Promise<void>;
}

interface RequestFilter {
  /** The URLs to pause, where `*` stands for any text. */
  readonly urlPattern: string;
  readonly matches: (request: SentRequest) => boolean;
}

const lowerCaseNames = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const noop = (): void => {};

const sentBy = (request: Request): SentRequest => ({
  url: new URL(request.url()),
  method: request.method(),
  headers: request.headers(),
});

/**
 * Handles and counts the requests of a page that match a filter. `page.route` would pause all requests and disable the
 * HTTP cache and the cache of compiled scripts; a page load then costs twice as much.
 */
const intercept = async (
  page: Page,
  { urlPattern, matches }: RequestFilter,
  handler: CallHandler,
): Promise<Calls> => {
  let count = 0;
  let ended = 0;
  const cdp = await page.context().newCDPSession(page);

  cdp.on('Fetch.requestPaused', async ({ requestId, request }) => {
    // A request that the page has cancelled cannot be continued, which is no error.
    const decide = (...command: Parameters<typeof cdp.send>) => cdp.send(...command).then(noop, noop);
    const { url, method, postData } = request;
    const headers = lowerCaseNames(request.headers);
    const pass = () => decide('Fetch.continueRequest', { requestId });
    if (!matches({ url: new URL(url), method, headers })) return pass();
    count += 1;
    await handler(
      {
        continue: pass,
        abort: () => decide('Fetch.failRequest', { requestId, errorReason: 'Failed' }),
        fulfill: ({ status = 200, json, body, contentType, headers = {} }) =>
          decide('Fetch.fulfillRequest', {
            requestId,
            responseCode: status,
            responseHeaders: Object.entries({
              'content-type': contentType ?? 'application/json',
              ...headers,
            }).map(([name, value]) => ({ name, value })),
            body: Buffer.from(body ?? JSON.stringify(json) ?? '').toString('base64'),
          }),
        fetch: async () => {
          await (await fetch(url, { method, headers, body: postData ?? null })).arrayBuffer();
        },
      },
      count,
    );
  });
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern }] });

  const countEnd = (request: Request): void => {
    if (matches(sentBy(request))) ended += 1;
  };
  page.on('requestfinished', countEnd);
  page.on('requestfailed', countEnd);
  return { count: () => count, ended: () => ended, stop: () => cdp.detach() };
};

export const passOn: CallHandler = (call) => call.continue();

/** The call fails before it reaches the server. */
export const failCall: CallHandler = (call) => call.abort();

export const loseResponse: CallHandler = async (call) => {
  await call.fetch();
  await call.abort();
};

/** A proxy responds with an error status in place of the server, without a problem document. */
export const respondWith =
  (status: number): CallHandler =>
  (call) =>
    call.fulfill({ status });

/** Uses a handler for the first calls; the later ones reach the server. */
export const forFirst =
  (times: number, handler: CallHandler): CallHandler =>
  (call, number) =>
    number > times ? call.continue() : handler(call, number);

const pathParameter = /\{\w+\}/g;

export const interceptCalls = (page: Page, name: RouteName, handler: CallHandler): Promise<Calls> => {
  const { path, method } = routes[name];
  const address = new RegExp(`^${path.replace(pathParameter, '[^/]+')}$`);
  return intercept(
    page,
    {
      urlPattern: `*${path.replace(pathParameter, '*')}*`,
      matches: (request) => request.method === method && address.test(request.url.pathname),
    },
    handler,
  );
};

/** Holds a page's calls of an API route until they are released. */
export const holdCalls = async (page: Page, name: RouteName): Promise<{ release(): void }> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await interceptCalls(page, name, async (call) => {
    await promise;
    await call.continue();
  });
  return { release: resolve };
};

/** The page's requests to the API from now on, as `GET /api/classes`. */
export const recordCalls = (page: Page): string[] => {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
};

type Operation = 'GetTokensFromRefreshToken' | 'InitiateAuth' | 'RevokeToken';

export const interceptUserPool = (page: Page, operation: Operation, handler: CallHandler): Promise<Calls> =>
  intercept(
    page,
    {
      urlPattern: `*${localPaths.cognito}*`,
      matches: ({ headers }) => headers['x-amz-target']?.endsWith(`.${operation}`) ?? false,
    },
    handler,
  );

const disconnected = new WeakMap<Page, readonly Calls[]>();

/**
 * Takes the network from the browser of a page. Chromium lets requests of a page that just opens through now and then (4 of
 * 304 navigations), so that this page's calls of the API and the user pool are aborted too.
 */
export const disconnect = async (page: Page): Promise<void> => {
  const lose = (path: string) => intercept(page, { urlPattern: `*${path}*`, matches: () => true }, failCall);
  disconnected.set(page, await Promise.all(['/api/', localPaths.cognito].map(lose)));
  await page.context().setOffline(true);
};

export const reconnect = async (page: Page): Promise<void> => {
  // Before the page hears of it: it calls at once.
  for (const calls of disconnected.get(page) ?? []) await calls.stop();
  await page.context().setOffline(false);
};
