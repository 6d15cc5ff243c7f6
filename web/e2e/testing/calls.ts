import type { Page, Request, Route } from 'playwright-core';
import { type RouteName, routes } from '#shared/contract/routes';

/** What happens to a page's call: `number` counts from 1. */
export type Fate = (call: Route, number: number) => Promise<void>;

/** The network swallows the call. */
export const cutOff: Fate = (call) => call.abort('failed');

/** The call is carried out, but its answer is lost on the way. */
export const loseAnswer: Fate = async (call) => {
  await call.fetch();
  await call.abort('failed');
};

/** Something between the page and the server answers in its place, without a text of ours. */
export const answerWith =
  (status: number): Fate =>
  (call) =>
    call.fulfill({ status });

/** The first calls meet a fate, the later ones come through. */
export const atFirst =
  (times: number, fate: Fate): Fate =>
  (call, number) =>
    number > times ? call.continue() : fate(call, number);

const addressOf = (name: RouteName): RegExp =>
  new RegExp(`^${routes[name].path.replace(/\{\w+\}/g, '[^/]+')}$`);

/** What a page asked for, as far as it was intercepted. */
export interface Calls {
  readonly count: () => number;
  /** How many have ended, and the page knows how. */
  readonly ended: () => number;
}

/** Decides what happens to a page's requests of one kind, and counts them. */
export const intercept = async (
  page: Page,
  isOne: { readonly byAddress: (url: URL) => boolean; readonly byRequest: (request: Request) => boolean },
  fate: Fate,
): Promise<Calls> => {
  let count = 0;
  let ended = 0;
  await page.route(isOne.byAddress, async (call) => {
    if (!isOne.byRequest(call.request())) return call.fallback();
    count += 1;
    await fate(call, count);
  });
  const countEnd = (request: Request): void => {
    if (isOne.byAddress(new URL(request.url())) && isOne.byRequest(request)) ended += 1;
  };
  page.on('requestfinished', countEnd);
  page.on('requestfailed', countEnd);
  return { count: () => count, ended: () => ended };
};

/** Decides what happens to a page's calls of a route, and counts them. */
export const interceptCalls = (page: Page, name: RouteName, fate: Fate): Promise<Calls> => {
  const address = addressOf(name);
  return intercept(
    page,
    {
      byAddress: ({ pathname }) => address.test(pathname),
      byRequest: (request) => request.method() === routes[name].method,
    },
    fate,
  );
};

/** Keeps a page's calls of a route waiting until they are let go. */
export const holdCalls = async (page: Page, name: RouteName): Promise<{ letGo(): void }> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await interceptCalls(page, name, async (call) => {
    await promise;
    await call.continue();
  });
  return { letGo: resolve };
};
