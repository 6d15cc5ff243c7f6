import type { Page, Route } from 'playwright-core';
import { localPaths } from '#infra/local/addresses';
import { type Fate, intercept } from './calls.ts';

type Operation = 'GetTokensFromRefreshToken' | 'InitiateAuth' | 'RevokeToken';

/** Decides what happens to a page's calls of an operation of the user pool, and counts them. */
export const interceptPool = (page: Page, operation: Operation, fate: Fate) =>
  intercept(
    page,
    {
      byAddress: ({ pathname }) => pathname.startsWith(localPaths.cognito),
      byRequest: (request) => request.headers()['x-amz-target']?.endsWith(`.${operation}`) ?? false,
    },
    fate,
  );

/** The call comes through. */
export const letThrough = (call: Route): Promise<void> => call.continue();
