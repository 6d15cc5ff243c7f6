import { linkedBookingRoutes } from '../booking/links-routes.ts';
import { formRoutes } from '../messages/links-routes.ts';
import { linkedOfferRoutes } from '../waiting/links-routes.ts';
import type { Route } from './route.ts';

/** Public forms, and what the holder of a link may do. No route has a session. */
export const linksRoutes = {
  ...formRoutes,
  ...linkedOfferRoutes,
  ...linkedBookingRoutes,
} as const satisfies Record<string, Route>;
