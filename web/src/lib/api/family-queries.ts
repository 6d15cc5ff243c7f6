import { catalogueRoutes } from '#shared/classes/routes';
import { familyRoutes } from '#shared/contract/family-routes';
import type { Route } from '#shared/contract/route';
import { routeQuery } from './route-query.ts';

export const bookingsQuery = routeQuery(familyRoutes.listMyBookings, {}, 'Failed to load bookings');

export const familyQuery = routeQuery(familyRoutes.getMyFamily, {}, 'Failed to load profile');

export const bookingReads: readonly Route[] = [
  familyRoutes.listMyBookings,
  familyRoutes.getMyLedger,
  catalogueRoutes.listClasses,
];
