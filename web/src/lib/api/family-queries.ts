import { catalogueRoutes } from '#shared/classes/routes';
import { familyRoutes } from '#shared/contract/family-routes';
import type { Route } from '#shared/contract/route';
import { routeQuery } from './route-query.ts';

/** The parent's bookings, newest first. */
export const bookingsQuery = routeQuery(familyRoutes.listMyBookings, {}, 'Failed to load bookings');

/** The parent's profile and children. */
export const familyQuery = routeQuery(familyRoutes.getMyFamily, {}, 'Failed to load profile');

/** What a family reads that a change of its bookings changes: the bookings, its balance and the places left. */
export const bookingReads: readonly Route[] = [
  familyRoutes.listMyBookings,
  familyRoutes.getMyLedger,
  catalogueRoutes.listClasses,
];
