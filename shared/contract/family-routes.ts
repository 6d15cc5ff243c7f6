import { familyBookingRoutes } from '../booking/routes.ts';
import { profileRoutes } from '../families/routes.ts';
import { familyWaitingRoutes } from '../waiting/routes.ts';
import { probeOf } from './probes.ts';
import type { Route } from './route.ts';

/** Routes for signed-in parents and their own family's data. */
export const familyRoutes = {
  ...profileRoutes,
  ...familyBookingRoutes,
  ...familyWaitingRoutes,
  probeFamily: probeOf('family'),
} as const satisfies Record<string, Route>;
