import { catalogueRoutes } from '#shared/contract/catalogue-routes';
import { familyRoutes } from '#shared/contract/family-routes';
import type { ClassId, SlotId } from '#shared/schemas/ids';
import { routeQuery } from '../../lib/route-query.ts';

export const classQuery = (classId: ClassId) =>
  routeQuery(catalogueRoutes.getClass, { params: { classId } }, 'Failed to load class details');

/** The slot with its places as they are now. */
export const slotQuery = (classId: ClassId, slotId: SlotId) =>
  routeQuery(
    catalogueRoutes.getTimeSlot,
    { params: { classId, slotId } },
    'Failed to load time slot details',
  );

/** The parent's children, to choose from. */
export const familyQuery = routeQuery(familyRoutes.getMyFamily, {}, 'Failed to load your children');
