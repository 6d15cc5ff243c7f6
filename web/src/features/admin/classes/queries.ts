import { classRoutes, draftRoutes, venueRoutes } from '#shared/classes/admin-routes';
import { routeQuery } from '../../../lib/api/route-query.ts';

/** All classes, including those being deleted, newest first. */
export const classesQuery = routeQuery(classRoutes.listManagedClasses, {}, 'Failed to load classes');

/** All drafts of classes, newest first. */
export const draftsQuery = routeQuery(draftRoutes.listDrafts, {}, 'Failed to load the drafts');

/** All venues, by name. */
export const venuesQuery = routeQuery(venueRoutes.listVenues, {}, 'Failed to load venues');
