import { adminRoutes } from '#shared/contract/admin-routes';
import { counted } from '#shared/domain/text/counted';
import type { ClassId, SlotId } from '#shared/schemas/ids';
import { routeQuery } from '../../../lib/api/route-query.ts';

/** How many bookings of how many families, and families on waiting lists, a class or one of its slots has. */
export const impactQuery = (classId: ClassId, slot?: SlotId) =>
  routeQuery(
    adminRoutes.getClassImpact,
    { params: { classId }, query: { slot } },
    'Failed to load class details',
  );

interface Impact {
  readonly bookings: number;
  readonly families: number;
}

/** "29 families". */
export const familiesText = (families: number): string => counted(families, 'family', 'families');

/** "3 bookings of 2 families". */
export const impactText = ({ bookings, families }: Impact): string =>
  `${counted(bookings, 'booking', 'bookings')} of ${familiesText(families)}`;
