import * as z from 'zod/mini';
import { type Route, routeOf } from '../contract/route.ts';
import { cardPaymentIdSchema } from '../lib/ids.ts';
import { cardPaymentSchema, startCardPaymentSchema } from './card-payment.ts';

/** A family's own: its site loads none of the office's. */
export const cardFamilyRoutes = {
  startCardPayment: {
    ...routeOf.cards,
    ...{ access: 'member', actsFor: 'family', currentRole: false },
    method: 'POST',
    path: '/api/me/card-payments',
    summary:
      'Ask for a payment by card of something that is open: gives the address of the page where it is paid',
    confirmsFamily: true,
    body: startCardPaymentSchema,
    idempotent: true,
    status: 201,
    response: z.object({ id: cardPaymentIdSchema, url: z.string() }),
    errors: [
      'profileNotFound',
      'cardsNotConnected',
      'nothingToPay',
      'cardPageUnavailable',
      'cardPageOver',
      'tooManyCardPayments',
      'tooManyChanges',
    ],
  },
  getCardPayment: {
    ...routeOf.cards,
    ...{ access: 'member', actsFor: 'family', currentRole: false },
    method: 'GET',
    path: '/api/me/card-payments/{paymentId}',
    summary: 'What became of a payment by card that the caller’s family asked for',
    params: z.strictObject({ paymentId: cardPaymentIdSchema }),
    response: cardPaymentSchema,
    errors: ['cardPaymentNotFound'],
  },
} as const satisfies Record<string, Route>;
