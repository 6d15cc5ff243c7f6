import { linkedBookingRoutes } from '../booking/links-routes.ts';
import { formRoutes } from '../messages/links-routes.ts';
import { linkedOfferRoutes } from '../waiting/links-routes.ts';
import { probeOf } from './probes.ts';
import type { Route } from './route.ts';

/** Public forms, and what the holder of a link may do. No route has a session. */
export const linksRoutes = {
  ...formRoutes,
  ...linkedOfferRoutes,
  ...linkedBookingRoutes,
  probeLinks: probeOf('links'),
} as const satisfies Record<string, Route>;
