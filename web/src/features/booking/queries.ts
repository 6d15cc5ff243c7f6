import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { familyRoutes } from '#shared/contract/family-routes';
import type { FootballClass } from '#shared/schemas/class';
import type { ClassId, SlotId } from '#shared/schemas/ids';
import { classesQuery } from '../../lib/api/classes-query.ts';
import { routeQuery } from '../../lib/api/route-query.ts';

interface Slot {
  readonly classId: ClassId;
  readonly slotId: SlotId;
}

/** The class from the cached listing, to show while the slot is loading. */
export const useKnownClass = (classId: ClassId): FootballClass | undefined =>
  useQueryClient()
    .getQueryData(classesQuery.queryKey)
    ?.classes.find(({ id }) => id === classId);

/**
 * All data of the screen in one request. Read on each visit and not cached, because places change by the minute and
 * children may just have been added.
 */
export const bookableQuery = (slot: Slot, failure: string) =>
  queryOptions({
    ...routeQuery(familyRoutes.getBookableSlot, { params: slot }, failure),
    staleTime: 0,
    gcTime: 0,
  });
