import type { Page, Route } from 'playwright-core';
import { localPaths } from '#infra/local/addresses';

type Operation = 'GetTokensFromRefreshToken' | 'InitiateAuth' | 'RevokeToken';

/** Decides what happens to a page's calls of an operation of the user pool, and counts them. */
export const interceptPool = async (
  page: Page,
  operation: Operation,
  fate: (call: Route, number: number) => Promise<void>,
): Promise<{ count(): number }> => {
  let count = 0;
  await page.route(
    (url) => url.pathname.startsWith(localPaths.cognito),
    async (call) => {
      if (!call.request().headers()['x-amz-target']?.endsWith(`.${operation}`)) return call.fallback();
      count += 1;
      await fate(call, count);
    },
  );
  return { count: () => count };
};

/** The call comes through. */
export const letThrough = (call: Route): Promise<void> => call.continue();
