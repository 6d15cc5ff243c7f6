import { cardEventRoutes, cardRoutes } from '../cards/routes.ts';
import { catalogueRoutes } from '../classes/routes.ts';
import { coachRoutes } from '../registers/routes.ts';
import { accountRoutes } from './account-routes.ts';
import { adminRoutes } from './admin-routes.ts';
import { familyRoutes } from './family-routes.ts';
import { linksRoutes } from './links-routes.ts';
import type { ApiService, Route } from './route.ts';

/** By name, which is the `operationId`. Functions import their own service's routes, to bundle no other schemas. */
export const routes = {
  ...catalogueRoutes,
  ...accountRoutes,
  ...familyRoutes,
  ...adminRoutes,
  ...linksRoutes,
  ...coachRoutes,
  ...cardRoutes,
  ...cardEventRoutes,
} as const satisfies Record<string, Route>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

/** Names of the routes of a service. */
export type RouteNameOf<Service extends ApiService> = {
  [Name in RouteName]: Routes[Name]['service'] extends Service ? Name : never;
}[RouteName];

export const routeList: ReadonlyArray<{ name: RouteName; route: Route }> = Object.entries(routes).map(
  // Object.entries widens the key type.
  ([name, route]) => ({ name: name as RouteName, route }),
);

/**
 * Path patterns of the public routes that answer with a file: the distribution leaves their Cache-Control as it is. Apart
 * from these, browsers keep no answer of the API.
 */
export const filePaths = Object.values(linksRoutes).flatMap((route) =>
  'file' in route ? [route.path.replace(/\{.*$/, '*')] : [],
);
