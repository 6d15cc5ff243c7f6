import type { QueryClient } from '@tanstack/react-query';
import type { Route } from '#shared/contract/route';

/**
 * Makes all cached reads of a route stale, and sends those that are on the screen again. TanStack Query would let a first
 * load go on, with an answer from before the change, so it is cancelled first. No screen renders in between: observers
 * are notified later.
 */
export const readAgain = (queryClient: QueryClient, route: Route): void => {
  const reads = { queryKey: [route.path] };
  void queryClient.cancelQueries(reads);
  void queryClient.invalidateQueries(reads);
};
