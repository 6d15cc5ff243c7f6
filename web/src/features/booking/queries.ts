import type { ClassId, SlotId } from '#shared/schemas/ids';
import { routeQuery } from '../../lib/route-query.ts';

export const classQuery = (classId: ClassId) =>
  routeQuery('getClass', { params: { classId } }, 'Failed to load class details');

/** The slot with its places as they are now. */
export const slotQuery = (classId: ClassId, slotId: SlotId) =>
  routeQuery('getTimeSlot', { params: { classId, slotId } }, 'Failed to load time slot details');

/** The parent's children, to choose from. */
export const familyQuery = routeQuery('getMyFamily', {}, 'Failed to load your children');
