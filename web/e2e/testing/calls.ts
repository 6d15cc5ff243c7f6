import type { Page, Request, Route } from '@playwright/test';
import { type RouteName, routes } from '#shared/contract/routes';

/** Handles an intercepted call of a page. `number` counts the calls from 1. */
export type CallHandler = (call: Route, number: number) => Promise<void>;

/** Passes the call on to the server. */
export const passOn: CallHandler = (call) => call.continue();

/** The call fails before it reaches the server. */
export const failCall: CallHandler = (call) => call.abort('failed');

/** The server handles the call, but the response is lost. */
export const loseResponse: CallHandler = async (call) => {
  await call.fetch();
  await call.abort('failed');
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

const addressOf = (name: RouteName): RegExp =>
  new RegExp(`^${routes[name].path.replace(/\{\w+\}/g, '[^/]+')}$`);

/** The intercepted calls of a page. */
export interface Calls {
  readonly count: () => number;
  /** How many have finished or failed, as the page knows. */
  readonly ended: () => number;
}

interface RequestFilter {
  readonly byUrl: (url: URL) => boolean;
  readonly byRequest: (request: Request) => boolean;
}

/** Handles and counts the requests of a page that match a filter. */
export const intercept = async (
  page: Page,
  { byUrl, byRequest }: RequestFilter,
  handler: CallHandler,
): Promise<Calls> => {
  let count = 0;
  let ended = 0;
  await page.route(byUrl, async (call) => {
    if (!byRequest(call.request())) return call.fallback();
    count += 1;
    await handler(call, count);
  });
  const countEnd = (request: Request): void => {
    if (byUrl(new URL(request.url())) && byRequest(request)) ended += 1;
  };
  page.on('requestfinished', countEnd);
  page.on('requestfailed', countEnd);
  return { count: () => count, ended: () => ended };
};

/** Handles and counts a page's calls of an API route. */
export const interceptCalls = (page: Page, name: RouteName, handler: CallHandler): Promise<Calls> => {
  const address = addressOf(name);
  return intercept(
    page,
    {
      byUrl: ({ pathname }) => address.test(pathname),
      byRequest: (request) => request.method() === routes[name].method,
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
