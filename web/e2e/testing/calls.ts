import type { Page } from '@playwright/test';
import { type RouteName, routes } from '#shared/contract/routes';
import { type CallHandler, type Calls, intercept } from './intercept.ts';

/** Passes the call on to the server. */
export const passOn: CallHandler = (call) => call.continue();

/** The call fails before it reaches the server. */
export const failCall: CallHandler = (call) => call.abort();

/** The server handles the call, but the response is lost. */
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

/** Handles and counts a page's calls of an API route. */
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
