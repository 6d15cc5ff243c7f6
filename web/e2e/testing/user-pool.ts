import type { Page } from '@playwright/test';
import { localPaths } from '#infra/local/addresses';
import { type CallHandler, type Calls, intercept } from './calls.ts';

type Operation = 'GetTokensFromRefreshToken' | 'InitiateAuth' | 'RevokeToken';

/** Handles and counts a page's calls of an operation of the user pool. */
export const interceptUserPool = (page: Page, operation: Operation, handler: CallHandler): Promise<Calls> =>
  intercept(
    page,
    {
      byUrl: ({ pathname }) => pathname.startsWith(localPaths.cognito),
      byRequest: (request) => request.headers()['x-amz-target']?.endsWith(`.${operation}`) ?? false,
    },
    handler,
  );
