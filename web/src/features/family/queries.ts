import { routeQuery } from '../../lib/route-query.ts';

/** The parent's bookings, newest first. */
export const bookingsQuery = routeQuery('listMyBookings', {}, 'Failed to load bookings');

/** The parent's profile and children. */
export const familyQuery = routeQuery('getMyFamily', {}, 'Failed to load profile');
