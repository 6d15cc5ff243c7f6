import { catalogueRoutes } from '#shared/classes/routes';
import { routeQuery } from './route-query.ts';

/** All classes with their time slots, newest first. */
export const classesQuery = routeQuery(catalogueRoutes.listClasses, {}, 'Failed to load classes');
