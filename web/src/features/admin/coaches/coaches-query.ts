import { adminRoutes } from '#shared/contract/admin-routes';
import { routeQuery } from '../../../lib/api/route-query.ts';

/** The accounts with the role coach, by name. */
export const coachesQuery = routeQuery(adminRoutes.listCoaches, {}, 'Failed to load coaches');
