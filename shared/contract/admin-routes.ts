import { administratorRoutes } from './admin/administrator-routes.ts';
import { bankRowRoutes } from './admin/bank-row-routes.ts';
import { bookingRoutes } from './admin/booking-routes.ts';
import { classRoutes } from './admin/class-routes.ts';
import { coachAdminRoutes } from './admin/coach-routes.ts';
import { draftRoutes } from './admin/draft-routes.ts';
import { messageRoutes } from './admin/message-routes.ts';
import { parentRoutes } from './admin/parent-routes.ts';
import { paymentRoutes } from './admin/payment-routes.ts';
import { registerRoutes } from './admin/register-routes.ts';
import { sessionRoutes } from './admin/session-routes.ts';
import { schoolRoutes } from './admin/settings-routes.ts';
import { termRoutes } from './admin/term-routes.ts';
import { venueRoutes } from './admin/venue-routes.ts';
import { waitingListRoutes } from './admin/waiting-list-routes.ts';
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
  ...paymentRoutes,
  ...bankRowRoutes,
  ...administratorRoutes,
  ...coachAdminRoutes,
  ...registerRoutes,
  ...messageRoutes,
} as const satisfies Record<string, Route>;
