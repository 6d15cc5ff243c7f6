import * as z from 'zod/mini';
import { probeOf } from '../contract/probes.ts';
import { linkRate, type Route, routeOf } from '../contract/route.ts';
import { providerIdSchema } from '../ledger/entry.ts';
import { reasonSchema } from '../ledger/payments.ts';
import { amountSchema } from '../lib/money.ts';
import { cardFamilyRoutes } from './family-routes.ts';
import { cardDifferenceSchema, cardStatusSchema, managedCardPaymentSchema } from './office.ts';

const intentParams = z.strictObject({ intent: providerIdSchema });

/** Payments by card. These routes alone reach the provider, by a function that alone has its key. */
export const cardRoutes = {
  ...cardFamilyRoutes,
  getCardStatus: {
    ...routeOf.cards,
    method: 'GET',
    path: '/api/admin/card-payments',
    summary: 'Whether payment by card works, and what of it needs the office',
    response: cardStatusSchema,
    errors: [],
  },
  getManagedCardPayment: {
    ...routeOf.cards,
    method: 'GET',
    path: '/api/admin/card-payments/{intent}',
    summary: 'A recorded payment by card as the provider has it now',
    params: intentParams,
    response: managedCardPaymentSchema,
    errors: ['cardPaymentNotFound', 'cardsNotConnected', 'cardPageUnavailable'],
  },
  refundCardPayment: {
    ...routeOf.cards,
    method: 'POST',
    path: '/api/admin/card-payments/{intent}/refunds',
    summary: 'Refund a payment to the card, in whole or in part; its entry follows from the provider’s event',
    params: intentParams,
    body: z.strictObject({ amount: amountSchema, note: reasonSchema }),
    idempotent: true,
    status: 202,
    response: z.object({ refundable: managedCardPaymentSchema.shape.refundable }),
    errors: [
      'cardPaymentNotFound',
      'cardsNotConnected',
      'cardPageUnavailable',
      'refundTooMuch',
      'refundRefused',
    ],
  },
  compareCardPayments: {
    ...routeOf.cards,
    method: 'POST',
    path: '/api/admin/card-comparison',
    summary:
      'Compare the payments of the last days with the provider, and list what one has and the other has not',
    response: z.object({ differences: z.array(cardDifferenceSchema) }),
    errors: ['cardsNotConnected', 'cardPageUnavailable'],
  },
  recordCardDifference: {
    ...routeOf.cards,
    method: 'POST',
    path: '/api/admin/card-comparison/{intent}',
    summary:
      'Record what the provider has of a payment, its refunds and disputes; sent again, nothing is recorded twice',
    params: intentParams,
    status: 204,
    response: z.undefined(),
    errors: ['cardDifferenceGone', 'cardsNotConnected', 'cardPageUnavailable'],
  },
  closeCardTask: {
    ...routeOf.cards,
    method: 'DELETE',
    path: '/api/admin/card-payments/tasks/{kind}/{id}',
    summary: 'Take off the list what the office has dealt with',
    params: z.strictObject({
      kind: z.enum(['failed', 'aside']),
      id: z.string().check(z.regex(/^\w{1,100}$/)),
    }),
    status: 204,
    response: z.undefined(),
    errors: [],
  },
  probeCards: probeOf('cards'),
} as const satisfies Record<string, Route>;

export type CardRoutes = typeof cardRoutes;

/** The event of a dispute repeats the school's evidence: 150,000 characters at most, each of up to six bytes. */
export const eventBodyBytes = 1024 * 1024;

/** What the provider says by signed events: a function without a login and without the provider's key. */
export const cardEventRoutes = {
  receiveCardEvent: {
    ...routeOf['card-events'],
    method: 'POST',
    path: '/api/card-events',
    summary: 'An event of the provider of card payments, signed; 204 once it is stored or means nothing here',
    rawBody: { signedBy: 'stripe-signature' },
    bodyBytes: eventBodyBytes,
    rate: linkRate,
    response: z.undefined(),
    errors: ['cardEventRefused'],
  },
  probeCardEvents: probeOf('card-events'),
} as const satisfies Record<string, Route>;

export type CardEventRoutes = typeof cardEventRoutes;
