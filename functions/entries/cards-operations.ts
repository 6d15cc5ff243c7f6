import { cardRoutes } from '#shared/cards/routes';
import {
  closeCardTask,
  compareCardPayments,
  getCardStatus,
  getManagedCardPayment,
  recordCardDifference,
  refundCardPayment,
} from '../cards/admin.ts';
import { getCardPayment, startCardPayment } from '../cards/family.ts';
import type { CardsDeps } from '../cards/stripe.ts';
import { withKeys } from '../lib/http/with-keys.ts';
import { probe } from '../lib/probe.ts';

export const cardsOperations = withKeys<'cards', CardsDeps>(cardRoutes, {
  startCardPayment,
  getCardPayment,
  getCardStatus,
  getManagedCardPayment,
  refundCardPayment,
  compareCardPayments,
  recordCardDifference,
  closeCardTask,
  probeCards: probe('cards'),
});
