import { administratorRoutes, coachAdminRoutes } from '../accounts/admin-routes.ts';
import { bankRowRoutes } from '../bank/admin-routes.ts';
import { bookingRoutes } from '../booking/admin-routes.ts';
import { classRoutes, draftRoutes, venueRoutes } from '../classes/admin-routes.ts';
import { parentRoutes } from '../families/admin-routes.ts';
import { importRoutes } from '../families/import-routes.ts';
import { paymentRoutes } from '../ledger/admin-routes.ts';
import { messageRoutes } from '../messages/admin-routes.ts';
import { registerRoutes } from '../registers/admin-routes.ts';
import { schoolRoutes } from '../school/admin-routes.ts';
import { sessionRoutes } from '../sessions/admin-routes.ts';
import { termRoutes } from '../terms/admin-routes.ts';
import { waitingListRoutes } from '../waiting/admin-routes.ts';
import { probeOf } from './probes.ts';
import type { Route } from './route.ts';

/** Routes for administrators. */
export const adminRoutes = {
  ...schoolRoutes,
  ...classRoutes,
  ...draftRoutes,
  ...termRoutes,
  ...venueRoutes,
  ...sessionRoutes,
  ...waitingListRoutes,
  ...bookingRoutes,
  ...parentRoutes,
  ...importRoutes,
  ...paymentRoutes,
  ...bankRowRoutes,
  ...administratorRoutes,
  ...coachAdminRoutes,
  ...registerRoutes,
  ...messageRoutes,
  probeAdmin: probeOf('admin'),
} as const satisfies Record<string, Route>;
