import { adultRoutes } from '../accounts/adult-routes.ts';
import { accountRoutes as routesOfAccounts } from '../accounts/routes.ts';
import { probeOf } from './probes.ts';

/** Routes of the account service, which each room has its part of. */
export const accountRoutes = {
  ...routesOfAccounts,
  ...adultRoutes,
  probeAccount: probeOf('account'),
} as const;
