import { catalogueRoutes } from '#shared/contract/catalogue-routes';
import { routeQuery } from './route-query.ts';

/** All classes with their time slots, newest first. */
export const classesQuery = routeQuery(catalogueRoutes.listClasses, {}, 'Failed to load classes');
