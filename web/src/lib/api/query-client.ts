import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import type { Access, ApiService } from '#shared/contract/route';
import { busyPauseMs } from '#shared/lib/durations';
import { loadChunk } from '../browser/load-chunk.ts';
import { dropSignIn } from '../sign-in/auth.ts';
import { awaitedLogin, onSignInChange, signInChanges } from '../sign-in/sign-in.ts';
import { showError, withdrawToasts } from '../toasts/toasts.ts';
import { ApiError, ConnectionError, isBusy, isNotAuthenticated } from './api-error.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `failure`: the toast's text when the load fails and the server has no specific message. */
    queryMeta: { failure: string; access: Access; service: ApiService };
  }
}

const maxRetries = 3;
const maxRetryDelayMs = 30_000;
/** With the pauses of `busyPauseMs` about five minutes. */
const maxBusyRetries = 30;
/** Short, because places change by the minute; avoids a second request right after the first. */
const freshMs = 10_000;
/** Unused data leaves the cache after this time (NTF-14). */
const unusedMs = 5 * 60_000;

/** Retries connection errors and 5xx, not 4xx (NTF-15); for 429 and 503 a read is repeated for some minutes (API-42). */
export const shouldRetry = (failures: number, error: unknown): boolean => {
  if (isBusy(error)) return failures < maxBusyRetries;
  const isFailure = error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);
  return failures < maxRetries && isFailure;
};

/** The pause before retry `failures + 1`: 1, 2, 4 s and so on, at most 30 s (NTF-13). */
export const retryDelay = (failures: number, error: unknown): number =>
  isBusy(error) ? busyPauseMs(failures, error) : Math.min(1_000 * 2 ** failures, maxRetryDelayMs);

const isExpected = (error: unknown): boolean => error instanceof ApiError || error instanceof ConnectionError;

const handleFailure = (error: unknown): void => {
  if (!isExpected(error)) console.error(error);
  if (isNotAuthenticated(error)) dropSignIn();
};

export const createQueryClient = (): QueryClient => {
  const queryCache = new QueryCache({
    onSuccess: (_data, { meta }) => {
      if (meta) withdrawToasts(meta.failure);
    },
    onError: (error, { meta }) => {
      if (meta) showError(error, meta.failure);
      handleFailure(error);
    },
  });
  const stop = queryCache.subscribe(({ query }) => {
    if (!isBusy(query.state.fetchFailureReason)) return;
    stop();
    void loadChunk(() => import('./repeat-busy.ts')).then((loaded) => loaded.tellOfBusyReads(queryCache));
  });
  return new QueryClient({
    queryCache,
    mutationCache: new MutationCache({ onError: handleFailure }),
    defaultOptions: {
      // With `always`, a request of an offline device fails with a message instead of waiting silently.
      queries: {
        retry: shouldRetry,
        retryDelay,
        staleTime: freshMs,
        // A timer would keep the prerendering process running.
        gcTime: typeof window === 'undefined' ? Number.POSITIVE_INFINITY : unusedMs,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
};

/** Removes all but public reads, so that the next sign-in does not see them. */
export const forgetPersonalData = (queryClient: QueryClient): void =>
  queryClient.removeQueries({ predicate: ({ meta }) => meta?.access !== 'public' });

/** Forgets personal data at a change of sign-in, unless a page waits for that person (PRF-02). Returns a stop function. */
export const followSignIn = (queryClient: QueryClient): (() => void) => {
  let hasWaited = false;
  let known = signInChanges();
  return onSignInChange(() => {
    const isWaiting = awaitedLogin() !== undefined;
    if (!isWaiting && hasWaited && signInChanges() === known) void queryClient.invalidateQueries();
    else if (!isWaiting) forgetPersonalData(queryClient);
    hasWaited = isWaiting;
    known = signInChanges();
  });
};
