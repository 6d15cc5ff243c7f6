import { randomUUID } from 'node:crypto';
import { newCardPaymentId } from '#functions/lib/ids';
import { anyone, families, office, row, rowsOf } from '../rows-of.ts';
import { nothing } from './question.ts';

const intent = 'pi_3Nobodys';

/** Routes of payments by card. No account at the provider is connected: what asks it is refused for that. */
export const cardRequests = {
  ...rowsOf(families, {
    startCardPayment: row({ own: 'cardsNotConnected' }, () => ({
      idempotencyKey: randomUUID(),
      body: { amount: 1_000, booking_id: null },
    })),
    getCardPayment: row({ missing: 'cardPaymentNotFound' }, () => ({
      params: { paymentId: newCardPaymentId(new Date()) },
    })),
  }),
  ...rowsOf(office, {
    getCardStatus: row({ nothing: 200 }, nothing),
    getManagedCardPayment: row({ missing: 'cardPaymentNotFound' }, () => ({ params: { intent } })),
    refundCardPayment: row(
      {
        missing: 'cardPaymentNotFound',
        logged: { unlogged: 'functions/cards/cards.integration.test.ts has the log of a refund' },
      },
      () => ({
        idempotencyKey: randomUUID(),
        params: { intent },
        body: { amount: 1_000, note: 'Paid twice' },
      }),
    ),
    compareCardPayments: row(
      { nothing: 'cardsNotConnected', logged: { unlogged: 'it changes no money' } },
      nothing,
    ),
    recordCardDifference: row(
      { missing: 'cardsNotConnected', logged: { unlogged: 'the entry is the provider’s, whoever presses' } },
      () => ({ params: { intent } }),
    ),
    closeCardTask: row({ missing: 204, logged: { unlogged: 'the entry or the dispute stays' } }, () => ({
      params: { kind: 'failed', id: intent },
    })),
  }),
  ...rowsOf(anyone, {
    // Without a signature nobody gets more, whoever asks.
    receiveCardEvent: row({ nothing: 'cardEventRefused' }, nothing),
    probeCards: row({ nothing: 204 }, nothing),
    probeCardEvents: row({ nothing: 204 }, nothing),
  }),
};
