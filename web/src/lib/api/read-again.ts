import type { Query, QueryClient } from '@tanstack/react-query';
import type { Route } from '#shared/contract/route';

/** Tells which of the cached reads are meant. */
export type CachedReads = (read: Pick<Query, 'queryKey' | 'meta'>) => boolean;

/**
 * Makes all cached reads of a route, or those that a function picks, stale, and sends those that are on the screen again. TanStack Query would let a first
 * load go on, with an answer from before the change, so it is cancelled first. No screen renders in between: observers
 * are notified later.
 */
export const readAgain = (queryClient: QueryClient, changed: Route | CachedReads): void => {
  const reads = typeof changed === 'function' ? { predicate: changed } : { queryKey: [changed.path] };
  void queryClient.cancelQueries(reads);
  void queryClient.invalidateQueries(reads);
};
