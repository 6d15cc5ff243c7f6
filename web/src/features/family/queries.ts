import { familyRoutes } from '#shared/contract/family-routes';
import { routeQuery } from '../../lib/api/route-query.ts';

/** The parent's account: balance and entries. */
export const ledgerQuery = routeQuery(familyRoutes.getMyLedger, {}, 'Failed to load your balance');
