import { catalogueRoutes } from '#shared/contract/catalogue-routes';
import { familyRoutes } from '#shared/contract/family-routes';
import type { Route } from '#shared/contract/route';

/** What a family reads that a change of its bookings changes: the bookings, its balance and the places left. */
export const bookingReads: readonly Route[] = [
  familyRoutes.listMyBookings,
  familyRoutes.getMyLedger,
  catalogueRoutes.listClasses,
];
