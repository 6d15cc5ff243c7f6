import { queryOptions } from '@tanstack/react-query';
import { catalogueRoutes } from '#shared/contract/catalogue-routes';
import { familyRoutes } from '#shared/contract/family-routes';
import type { ClassId, SlotId } from '#shared/schemas/ids';
import { routeQuery } from '../../lib/api/route-query.ts';

/** The parent's bookings. */
export const bookingsQuery = routeQuery(familyRoutes.listMyBookings, {}, 'Failed to load bookings');

/** All classes with their places. */
export const classesQuery = routeQuery(catalogueRoutes.listClasses, {}, 'Failed to load classes');

/** The class of a place with its calendar as it is now. The family agrees to its prices. */
export const placeQuery = (params: { readonly classId: ClassId; readonly slotId: SlotId }) =>
  queryOptions({
    ...routeQuery(familyRoutes.getBookingOffer, { params }, 'Failed to load class details'),
    staleTime: 0,
  });
