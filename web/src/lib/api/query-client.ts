import { isServer, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { Access } from '#shared/contract/route';
import { dropSession } from '../session/auth.ts';
import { showError } from '../toasts/toasts.ts';
import { ApiError, ConnectionError, isNotAuthenticated } from './api-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `failure`: what a toast says when the load fails and the server has no message of its own. */
    queryMeta: { failure: string; access: Access };
  }
}

const maxRetries = 3;
const maxRetryDelayMs = 30_000;
/** Places change by the minute; this only spares a second request for what was read a moment ago. */
const freshMs = 10_000;
/** How long data that no screen shows is kept (NTF-14). */
const unusedMs = 5 * 60_000;

/** Retried: no answer, or a failure on the server's side. A refusal (4xx) stays a refusal (NTF-15). */
export const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < maxRetries &&
  (error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500));

/** Pause before retry number `failures + 1`: 1, 2, 4 s and so on, at most 30 s (NTF-13). */
export const retryDelay = (failures: number): number => Math.min(1_000 * 2 ** failures, maxRetryDelayMs);

const isExpected = (error: unknown): boolean => error instanceof ApiError || error instanceof ConnectionError;

/** Every failed read or change passes here: a defect of ours is loud, a session that was refused ends. */
const handleFailure = (error: unknown): void => {
  if (!isExpected(error)) console.error(error);
  if (isNotAuthenticated(error)) dropSession();
};

/** The cache of what was read from the API, with the product's rules for retries, age and failures. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (meta) showError(error, meta.failure);
        handleFailure(error);
      },
    }),
    mutationCache: new MutationCache({ onError: handleFailure }),
    defaultOptions: {
      // `always`: when the device is offline a request fails and says so, instead of waiting silently.
      queries: {
        retry: shouldRetry,
        retryDelay,
        staleTime: freshMs,
        // Where pages are built nothing waits for old data to go.
        gcTime: isServer ? Number.POSITIVE_INFINITY : unusedMs,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });

/** Drops everything but public reads: what one person's session has read must not be seen in the next. */
export const forgetPersonalData = (queryClient: QueryClient): void =>
  queryClient.removeQueries({ predicate: ({ meta }) => meta?.access !== 'public' });
