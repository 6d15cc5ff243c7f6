import { familyRoutes } from '#shared/contract/family-routes';
import * as booking from '../booking/family.ts';
import * as newBookings from '../booking/family-book-slot.ts';
import * as families from '../families/family.ts';
import * as ledger from '../ledger/family.ts';
import type { TimedDeps } from '../lib/deps.ts';
import { withKeys } from '../lib/http/with-keys.ts';
import { probe } from '../lib/probe.ts';
import * as sessions from '../sessions/family.ts';
import * as waiting from '../waiting/family.ts';

export const familyOperations = withKeys<'family', TimedDeps>(familyRoutes, {
  ...booking,
  ...newBookings,
  ...families,
  ...ledger,
  ...sessions,
  ...waiting,
  probeFamily: probe('family'),
});
