import type { Page, Route } from 'playwright-core';
import { localPaths } from '#infra/local/addresses';

type Operation = 'GetTokensFromRefreshToken' | 'InitiateAuth' | 'RevokeToken';

/** Decides what happens to a page's calls of an operation of the user pool; `times` are when they came, in ms. */
export const interceptPool = async (
  page: Page,
  operation: Operation,
  fate: (call: Route, number: number) => Promise<void>,
): Promise<{ readonly times: readonly number[] }> => {
  const times: number[] = [];
  await page.route(
    (url) => url.pathname.startsWith(localPaths.cognito),
    async (call) => {
      if (!call.request().headers()['x-amz-target']?.endsWith(`.${operation}`)) return call.fallback();
      times.push(performance.now());
      await fate(call, times.length);
    },
  );
  return { times };
};

/** The call comes through. */
export const letThrough = (call: Route): Promise<void> => call.continue();
