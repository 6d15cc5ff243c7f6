import { familyBookingRoutes } from './family/booking-routes.ts';
import { profileRoutes } from './family/profile-routes.ts';
import { familyWaitingRoutes } from './family/waiting-routes.ts';
import type { Route } from './route.ts';

/** Routes for signed-in parents and their own family's data. */
export const familyRoutes = {
  ...profileRoutes,
  ...familyBookingRoutes,
  ...familyWaitingRoutes,
} as const satisfies Record<string, Route>;
