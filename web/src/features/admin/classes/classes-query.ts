import { adminRoutes } from '#shared/contract/admin-routes';
import { routeQuery } from '../../../lib/api/route-query.ts';

/** All classes, including those being deleted, newest first. */
export const classesQuery = routeQuery(adminRoutes.listManagedClasses, {}, 'Failed to load classes');
