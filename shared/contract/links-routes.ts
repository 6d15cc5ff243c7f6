import { linkedBookingRoutes } from './links/booking-routes.ts';
import { formRoutes } from './links/message-routes.ts';
import { linkedOfferRoutes } from './links/waiting-routes.ts';
import type { Route } from './route.ts';

/** Public forms, and what the holder of a link may do. No route has a session. */
export const linksRoutes = {
  ...formRoutes,
  ...linkedOfferRoutes,
  ...linkedBookingRoutes,
} as const satisfies Record<string, Route>;
