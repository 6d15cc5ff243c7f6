import type { Page, Request, Route } from 'playwright-core';
import { type RouteName, routes } from '#shared/contract/routes';

/** What happens to a page's call: `number` counts from 1. */
type Fate = (call: Route, number: number) => Promise<void>;

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

/** Decides what happens to a page's calls of a route, and counts them: those made, and those whose end the page knows. */
export const interceptCalls = async (page: Page, name: RouteName, fate: Fate) => {
  let count = 0;
  let ended = 0;
  const address = addressOf(name);
  const isOfRoute = (request: Request): boolean =>
    address.test(new URL(request.url()).pathname) && request.method() === routes[name].method;
  await page.route(
    (url) => address.test(url.pathname),
    async (call) => {
      if (!isOfRoute(call.request())) return call.fallback();
      count += 1;
      await fate(call, count);
    },
  );
  const countEnd = (request: Request): void => {
    if (isOfRoute(request)) ended += 1;
  };
  page.on('requestfinished', countEnd);
  page.on('requestfailed', countEnd);
  return { count: () => count, ended: () => ended };
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
