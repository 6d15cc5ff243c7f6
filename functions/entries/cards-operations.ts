import { cardRoutes } from '#shared/cards/routes';
import * as admin from '../cards/admin.ts';
import * as family from '../cards/family.ts';
import type { CardsDeps } from '../cards/stripe.ts';
import { withKeys } from '../lib/http/with-keys.ts';
import { probe } from '../lib/probe.ts';

export const cardsOperations = withKeys<'cards', CardsDeps>(cardRoutes, {
  ...family,
  ...admin,
  probeCards: probe('cards'),
});
