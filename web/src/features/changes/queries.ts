import { queryOptions } from '@tanstack/react-query';
import { familyRoutes } from '#shared/contract/family-routes';
import type { ClassId, SlotId } from '#shared/schemas/ids';
import { routeQuery } from '../../lib/api/route-query.ts';

/** The class of a place with its calendar as it is now. The family agrees to its prices. */
export const placeQuery = (params: { readonly classId: ClassId; readonly slotId: SlotId }) =>
  queryOptions({
    ...routeQuery(familyRoutes.getBookableSlot, { params }, 'Failed to load class details'),
    staleTime: 0,
  });
