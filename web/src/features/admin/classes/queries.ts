import { classRoutes, draftRoutes, venueRoutes } from '#shared/classes/admin-routes';
import { routeQuery } from '../../../lib/api/route-query.ts';

/** Includes classes being deleted, newest first. */
export const classesQuery = routeQuery(classRoutes.listManagedClasses, {}, 'Failed to load classes');

export const draftsQuery = routeQuery(draftRoutes.listDrafts, {}, 'Failed to load the drafts');

export const venuesQuery = routeQuery(venueRoutes.listVenues, {}, 'Failed to load venues');
