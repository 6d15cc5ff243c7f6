import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { catalogueRoutes } from '#shared/contract/catalogue-routes';
import { familyRoutes } from '#shared/contract/family-routes';
import type { FootballClass } from '#shared/schemas/class';
import type { ClassId, SlotId } from '#shared/schemas/ids';
import { routeQuery } from '../../lib/route-query.ts';

export const classQuery = (classId: ClassId) =>
  routeQuery(catalogueRoutes.getClass, { params: { classId } }, 'Failed to load class details');

/** What the listing has read, if it was open before. */
const knownClass = (queryClient: QueryClient, classId: ClassId): FootballClass | undefined =>
  queryClient
    .getQueryData(routeQuery(catalogueRoutes.listClasses, {}, '').queryKey)
    ?.classes.find(({ id }) => id === classId);

/** Class and slot as the listing showed them, to be shown until they are read anew. */
export const useKnown = (classId: ClassId, slotId: SlotId) => {
  const queryClient = useQueryClient();
  return {
    cls: () => knownClass(queryClient, classId),
    slot: () => knownClass(queryClient, classId)?.time_slots.find(({ id }) => id === slotId),
  };
};

/** The slot with its places as they are now. */
export const slotQuery = (classId: ClassId, slotId: SlotId) =>
  routeQuery(
    catalogueRoutes.getTimeSlot,
    { params: { classId, slotId } },
    'Failed to load time slot details',
  );

/** The parent's children, to choose from. */
export const familyQuery = routeQuery(familyRoutes.getMyFamily, {}, 'Failed to load your children');
