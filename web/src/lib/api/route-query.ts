import { queryOptions } from '@tanstack/react-query';
import { catalogueRoutes } from '#shared/classes/routes';
import type { Route, RouteInput, RouteResponse } from '#shared/contract/route';
import { callRoute } from './api-client.ts';

/** Import routes from their service's file, which brings no other service's schemas. @param failure text of the toast */
export const routeQuery = <R extends Route>(route: R, input: RouteInput<R>, failure: string) =>
  queryOptions<RouteResponse<R>>({
    queryKey: [route.path, input],
    queryFn: ({ signal }) => callRoute(route, input, { signal }),
    meta: { failure, access: route.access, service: route.service },
  });

export const classesQuery = routeQuery(catalogueRoutes.listClasses, {}, 'Failed to load classes');
