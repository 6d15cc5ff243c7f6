import { cardEventRoutes } from '#shared/cards/routes';
import { cardEventSecretsSchema } from '../cards/stripe.ts';
import { readEnv } from '../functions.ts';
import { systemClock } from '../lib/clock.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { createSecretReader } from '../lib/secrets.ts';
import { connectTable } from '../lib/table.ts';
import { cardEventsOperations } from './card-events-operations.ts';

const { TABLE_NAME, BUSINESS_TIME_ZONE, CARD_EVENTS_SECRET } = readEnv('card-events');

const deps = {
  table: connectTable(TABLE_NAME),
  clock: systemClock,
  timeZone: BUSINESS_TIME_ZONE,
  secrets: createSecretReader(CARD_EVENTS_SECRET, cardEventSecretsSchema),
};

export const handler = createHandler(cardEventRoutes, cardEventsOperations, deps);
