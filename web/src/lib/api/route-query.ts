import { queryOptions } from '@tanstack/react-query';
import { catalogueRoutes } from '#shared/classes/routes';
import type { Route, RouteInput, RouteResponse } from '#shared/contract/route';
import { callRoute } from './api-client.ts';

/**
 * Query options that read a route. Import routes from the file of their service, so that a bundle contains no schemas
 * of other services.
 * @param failure text of the toast when the load fails
 */
export const routeQuery = <R extends Route>(route: R, input: RouteInput<R>, failure: string) =>
  queryOptions<RouteResponse<R>>({
    queryKey: [route.path, input],
    queryFn: ({ signal }) => callRoute(route, input, { signal }),
    meta: { failure, access: route.access, service: route.service },
  });

/** All classes with their time slots, newest first. */
export const classesQuery = routeQuery(catalogueRoutes.listClasses, {}, 'Failed to load classes');
