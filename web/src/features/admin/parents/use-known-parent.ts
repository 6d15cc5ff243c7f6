import { useQueryClient } from '@tanstack/react-query';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { RouteResponse } from '#shared/contract/route';
import type { UserId } from '#shared/schemas/ids';
import type { ManagedProfile } from '#shared/schemas/managed-profile';

/** A parent from a cached list, to show the name while the details are loading. */
export const useKnownParent = (parentId: UserId): ManagedProfile | undefined =>
  useQueryClient()
    .getQueriesData<RouteResponse<typeof adminRoutes.searchParents>>({
      queryKey: [adminRoutes.searchParents.path],
    })
    .flatMap(([, page]) => page?.parents ?? [])
    .find(({ id }) => id === parentId);
