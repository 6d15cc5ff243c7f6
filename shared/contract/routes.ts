import { accountRoutes } from './account-routes.ts';
import { adminRoutes } from './admin-routes.ts';
import { catalogueRoutes } from './catalogue-routes.ts';
import { familyRoutes } from './family-routes.ts';
import type { ApiService, Route } from './route.ts';

/**
 * Every API route, once. The key is the route's name and its `operationId`. A function imports the routes of its own
 * service only, so that its bundle does not carry the others' schemas.
 */
export const routes = {
  ...catalogueRoutes,
  ...accountRoutes,
  ...familyRoutes,
  ...adminRoutes,
} as const satisfies Record<string, Route>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

/** The names of the routes one service serves. */
export type RouteNameOf<Service extends ApiService> = {
  [Name in RouteName]: Routes[Name]['service'] extends Service ? Name : never;
}[RouteName];

/** Every route with its name, in the order written above. */
export const routeList: ReadonlyArray<{ name: RouteName; route: Route }> = Object.entries(routes).map(
  // Object.entries widens the key type; the object above is closed.
  ([name, route]) => ({ name: name as RouteName, route }),
);
