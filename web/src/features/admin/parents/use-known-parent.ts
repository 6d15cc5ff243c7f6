import { useQueryClient } from '@tanstack/react-query';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { RouteResponse } from '#shared/contract/route';
import type { UserId } from '#shared/schemas/ids';
import type { Member } from '#shared/schemas/member';

/** A parent from a cached list, to show the name while the details are loading. */
export const useKnownParent = (parentId: UserId): Member | undefined =>
  useQueryClient()
    .getQueriesData<RouteResponse<typeof adminRoutes.searchParents>>({
      queryKey: [adminRoutes.searchParents.path],
    })
    .flatMap(([, page]) => page?.parents ?? [])
    .find(({ id }) => id === parentId);
