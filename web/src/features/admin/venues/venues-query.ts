import { adminRoutes } from '#shared/contract/admin-routes';
import { routeQuery } from '../../../lib/api/route-query.ts';

/** All venues, by name. */
export const venuesQuery = routeQuery(adminRoutes.listVenues, {}, 'Failed to load venues');
