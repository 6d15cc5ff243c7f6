import { notifyManager, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { patiently } from '#infra/testing/runner/slowness';
import { catalogueRoutes } from '#shared/classes/routes';
import { createQueryClient } from './query-client.ts';
import { readAgain } from './read-again.ts';

// TanStack Query checks at import whether it runs in a browser.
vi.hoisted(() => vi.stubGlobal('window', globalThis));

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
