import type { Page } from '@playwright/test';
import { localPaths } from '#infra/local/addresses';
import { type CallHandler, type Calls, intercept } from './intercept.ts';

type Operation = 'GetTokensFromRefreshToken' | 'InitiateAuth' | 'RevokeToken';

/** Handles and counts a page's calls of an operation of the user pool. */
export const interceptUserPool = (page: Page, operation: Operation, handler: CallHandler): Promise<Calls> =>
  intercept(
    page,
    {
      urlPattern: `*${localPaths.cognito}*`,
      matches: ({ headers }) => headers['x-amz-target']?.endsWith(`.${operation}`) ?? false,
    },
    handler,
  );
