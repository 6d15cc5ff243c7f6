import { adminRoutes } from '#shared/contract/admin-routes';
import { routeQuery } from '../../../lib/api/route-query.ts';

/** All drafts of classes, newest first. */
export const draftsQuery = routeQuery(adminRoutes.listDrafts, {}, 'Failed to load the drafts');
