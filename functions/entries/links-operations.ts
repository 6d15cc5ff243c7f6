import { linksRoutes } from '#shared/contract/links-routes';
import * as booking from '../booking/links.ts';
import type { LinksDeps } from '../lib/deps.ts';
import { withKeys } from '../lib/http/with-keys.ts';
import { probe } from '../lib/probe.ts';
import * as messages from '../messages/links.ts';
import * as sessions from '../sessions/links.ts';
import * as waiting from '../waiting/links.ts';

export const linksOperations = withKeys<'links', LinksDeps>(linksRoutes, {
  ...booking,
  ...messages,
  ...sessions,
  ...waiting,
  probeLinks: probe('links'),
});
