import { type CardEventsDeps, receiveCardEvent } from '../cards/webhook.ts';
import type { ServiceOperations } from '../lib/http/create-handler.ts';
import { probe } from '../lib/probe.ts';

export const cardEventsOperations: ServiceOperations<'card-events', CardEventsDeps> = {
  receiveCardEvent,
  probeCardEvents: probe('card-events'),
};
