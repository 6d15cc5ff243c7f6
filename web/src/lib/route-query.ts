import { queryOptions } from '@tanstack/react-query';
import type { RouteInput, RouteResponse } from '#shared/contract/route';
import { type RouteName, type Routes, routes } from '#shared/contract/routes';
import { callRoute } from './api-client.ts';

/**
 * The query that reads a route: its key is the route's name and input, so `queryKey: ['listClasses']` names every
 * read of that route. `failure` is the toast's text when the load fails (specification, point 8).
 */
export const routeQuery = <Name extends RouteName>(
  name: Name,
  input: RouteInput<Routes[Name]>,
  failure: string,
) =>
  queryOptions<RouteResponse<Routes[Name]>>({
    queryKey: [name, input],
    queryFn: ({ signal }) => callRoute<Routes[Name]>(routes[name], input, { signal }),
    meta: { failure },
  });
