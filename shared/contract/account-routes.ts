import { adultRoutes } from '../accounts/adult-routes.ts';
import { accountRoutes as routesOfAccounts } from '../accounts/routes.ts';

/** Routes of the account service, which each room has its part of. */
export const accountRoutes = { ...routesOfAccounts, ...adultRoutes } as const;
