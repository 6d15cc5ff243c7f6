import { queryOptions } from '@tanstack/react-query';
import type { Route, RouteInput, RouteResponse } from '#shared/contract/route';
import { callRoute } from './api-client.ts';

/** What the cache holds of a route, whatever the input: for `invalidateQueries`. */
export const readsOf = (route: Route) => ({ queryKey: [route.path] });

/**
 * The query that reads a route. `failure` is the toast's text when the load fails (specification, point 8). Routes are
 * imported from the file of their service, so that a visitor's bundle does not carry the schemas of the others.
 */
export const routeQuery = <R extends Route>(route: R, input: RouteInput<R>, failure: string) =>
  queryOptions<RouteResponse<R>>({
    queryKey: [route.path, input],
    queryFn: ({ signal }) => callRoute(route, input, { signal }),
    meta: { failure, access: route.access },
  });
