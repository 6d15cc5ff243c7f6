import { familyRoutes } from '#shared/contract/family-routes';
import { routeQuery } from './route-query.ts';

/** The parent's bookings, newest first. */
export const bookingsQuery = routeQuery(familyRoutes.listMyBookings, {}, 'Failed to load bookings');
