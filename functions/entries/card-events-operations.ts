import * as webhook from '../cards/webhook.ts';
import type { ServiceOperations } from '../lib/http/create-handler.ts';
import { probe } from '../lib/probe.ts';

export const cardEventsOperations: ServiceOperations<'card-events', webhook.CardEventsDeps> = {
  ...webhook,
  probeCardEvents: probe('card-events'),
};
