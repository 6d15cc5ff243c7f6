import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { catalogueRoutes } from '#shared/contract/catalogue-routes';
import { familyRoutes } from '#shared/contract/family-routes';
import type { FootballClass } from '#shared/schemas/class';
import type { ClassId, SlotId } from '#shared/schemas/ids';
import { routeQuery } from '../../lib/api/route-query.ts';

interface Slot {
  readonly classId: ClassId;
  readonly slotId: SlotId;
}

/** A class as the listing showed it, if it was open before: something to show until the offer is read. */
export const useKnownClass = (classId: ClassId): FootballClass | undefined =>
  useQueryClient()
    .getQueryData(routeQuery(catalogueRoutes.listClasses, {}, '').queryKey)
    ?.classes.find(({ id }) => id === classId);

/**
 * All that the screen shows of a slot, in one request. It is read for each visit and not kept: places go by the minute,
 * and children may just have been added.
 */
export const offerQuery = (slot: Slot, failure: string) =>
  queryOptions({
    ...routeQuery(familyRoutes.getBookingOffer, { params: slot }, failure),
    staleTime: 0,
    gcTime: 0,
  });
