import type { Query, QueryClient } from '@tanstack/react-query';
import type { Route } from '#shared/contract/route';

export type CachedReads = (read: Pick<Query, 'queryKey' | 'meta'>) => boolean;

/**
 * Makes the reads of a route, or the chosen ones, stale, and repeats those on the screen. TanStack Query would let a first load go
 * on, with an answer from before the change, so it is cancelled. No screen renders in between: observers are notified later.
 */
export const readAgain = (queryClient: QueryClient, changed: Route | CachedReads): void => {
  const reads = typeof changed === 'function' ? { predicate: changed } : { queryKey: [changed.path] };
  void queryClient.cancelQueries(reads);
  void queryClient.invalidateQueries(reads);
};
