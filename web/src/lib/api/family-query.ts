import { familyRoutes } from '#shared/contract/family-routes';
import { routeQuery } from './route-query.ts';

/** The parent's profile and children. */
export const familyQuery = routeQuery(familyRoutes.getMyFamily, {}, 'Failed to load profile');
