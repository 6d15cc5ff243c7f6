import { adminRoutes } from '#shared/contract/admin-routes';
import { counted } from '#shared/domain/counted';
import type { ClassId } from '#shared/schemas/ids';
import { routeQuery } from '../../../lib/api/route-query.ts';

/** How many bookings of how many families a class has. */
export const impactQuery = (classId: ClassId) =>
  routeQuery(adminRoutes.getClassImpact, { params: { classId } }, 'Failed to load class details');

interface Impact {
  readonly bookings: number;
  readonly families: number;
}

/** "3 bookings of 2 families". */
export const impactText = ({ bookings, families }: Impact): string =>
  `${counted(bookings, 'booking', 'bookings')} of ${counted(families, 'family', 'families')}`;
