import { notifyManager, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { patiently } from '#infra/testing/runner/slowness';
import { catalogueRoutes } from '#shared/classes/routes';
import { familyRoutes } from '#shared/contract/family-routes';
import { ApiError, ConnectionError } from './api-error.ts';
import { createQueryClient, forgetPersonalData, retryDelay, shouldRetry } from './query-client.ts';
import { readAgain } from './read-again.ts';
import { routeQuery } from './route-query.ts';

const serverFailure = new ApiError('internalError', 500, 'x');
const noAnswer = new ConnectionError(new TypeError());

// Elsewhere than in a browser query-client.ts keeps data forever.
vi.hoisted(() => vi.stubGlobal('window', globalThis));

describe('a failed read', () => {
  it.each([serverFailure, noAnswer])('is retried three times [NTF-13]', (error) => {
    expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, error))).toEqual([true, true, true, false]);
  });

  it('waits 1, 2 and 4 seconds, and never more than 30 [NTF-13]', () => {
    const delays = [0, 1, 2, 10].map((failures) => retryDelay(failures, serverFailure));
    expect(delays).toEqual([1_000, 2_000, 4_000, 30_000]);
  });

  it.each([
    new ApiError('notAuthenticated', 401, 'x'),
    new ApiError('classNotFound', 404, 'x'),
    new ApiError('slotFull', 409, 'x'),
    new ApiError('tooManyBookings', 429, 'x'),
  ])('is not retried when it was refused [NTF-15]', (error) => {
    expect(shouldRetry(0, error)).toBe(false);
  });

  it.each([new ApiError('tooManyRequests', 429, 'x'), new ApiError('busy', 503, 'x', [], 3)])(
    'is repeated for minutes while the service is busy: $code [API-42]',
    (error) => {
      const repeated = Array.from({ length: 100 }, (_, failures) => failures).filter((failures) =>
        shouldRetry(failures, error),
      );
      const minutes = repeated.reduce((sum, failures) => sum + retryDelay(failures, error), 0) / 60_000;
      expect(minutes).toBeGreaterThan(2);
      expect(minutes).toBeLessThan(8);
      expect(repeated.length).toBeLessThan(40);
      expect(retryDelay(0, error)).toBeGreaterThanOrEqual(error.retryAfterSeconds * 1_000);
    },
  );

  it('is not retried after an unexpected error', () => {
    expect(shouldRetry(0, new TypeError('undefined is not a function'))).toBe(false);
  });
});

describe('the cache', () => {
  it('removes unused data after five minutes and retries as above [NTF-14]', () => {
    const { queries, mutations } = createQueryClient().getDefaultOptions();
    expect(queries).toMatchObject({ gcTime: 300_000, retry: shouldRetry, retryDelay });
    expect(mutations?.retry).toBeUndefined();
  });
});

describe('the end of a sign-in', () => {
  it('leaves only public reads in the cache', () => {
    const cache = createQueryClient();
    const reads = [
      routeQuery(catalogueRoutes.listClasses, {}, 'x'),
      routeQuery(familyRoutes.getMyFamily, {}, 'x'),
      routeQuery(familyRoutes.listMyBookings, {}, 'x'),
    ];
    for (const { queryKey, meta } of reads)
      cache.getQueryCache().build(cache, { queryKey, ...(meta && { meta }) });
    forgetPersonalData(cache);
    expect(
      cache
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey[0]),
    ).toEqual(['/api/classes']);
  });
});

/** Shows a read of a route whose requests the test answers. */
const showRead = () => {
  const requests: PromiseWithResolvers<string>[] = [];
  const queryClient = createQueryClient();
  const observer = new QueryObserver(queryClient, {
    queryKey: [catalogueRoutes.listClasses.path, {}],
    queryFn: () => {
      const request = Promise.withResolvers<string>();
      requests.push(request);
      return request.promise;
    },
  });
  const shown: unknown[] = [];
  // Like `useQuery`, which renders the present result after a batch.
  observer.subscribe(
    notifyManager.batchCalls(() => {
      const { data, isFetching } = observer.getCurrentResult();
      shown.push(isFetching ? 'loading' : data);
    }),
  );
  return { requests, queryClient, shown };
};

it('sends a first load again that a change overtook, and never shows its answer [NTF-05]', async () => {
  const { requests, queryClient, shown } = showRead();
  readAgain(queryClient, catalogueRoutes.listClasses);
  await vi.waitFor(() => expect(requests).toHaveLength(2), patiently);
  requests[0]?.resolve('before the change');
  requests[1]?.resolve('after the change');
  await vi.waitFor(() => expect(shown.at(-1)).toBe('after the change'), patiently);
  expect(shown.filter((one) => one !== 'loading' && one !== 'after the change')).toEqual([]);
});

it('sends a read again whose answer is shown, and keeps the answer until the next one', async () => {
  const { requests, queryClient, shown } = showRead();
  requests[0]?.resolve('before the change');
  await vi.waitFor(() => expect(shown.at(-1)).toBe('before the change'), patiently);
  readAgain(queryClient, catalogueRoutes.listClasses);
  await vi.waitFor(() => expect(requests).toHaveLength(2), patiently);
  requests[1]?.resolve('after the change');
  await vi.waitFor(() => expect(shown.at(-1)).toBe('after the change'), patiently);
});

it('sends the reads again that a function picks, and no other one [NTF-05]', async () => {
  const { requests, queryClient, shown } = showRead();
  requests[0]?.resolve('classes');
  await vi.waitFor(() => expect(shown.at(-1)).toBe('classes'), patiently);
  readAgain(queryClient, ({ queryKey }) => queryKey[0] === catalogueRoutes.getClass.path);
  await Promise.resolve();
  expect(requests).toHaveLength(1);
  readAgain(queryClient, ({ queryKey }) => queryKey[0] === catalogueRoutes.listClasses.path);
  await vi.waitFor(() => expect(requests).toHaveLength(2), patiently);
});
