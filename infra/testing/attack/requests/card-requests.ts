import { newCardPaymentId } from '#functions/lib/ids';
import { anyone, families, office, row, rowsOf } from '../rows-of.ts';
import { asking, nothing, type Question } from './question.ts';

/** A payment of the caller, of another family, or none; a deleted caller has none. */
const theirPayment = async ({ fixtures, name, caller, named }: Question) => {
  const isMissing = named === 'missing' || (named === 'own' && name === 'deleted');
  if (isMissing) return { id: newCardPaymentId(new Date()), intent: 'pi_3Nobodys' };
  return fixtures.newCardPayment(named === 'own' ? caller : fixtures.stranger);
};

const anIntent = async (question: Question) => ({
  params: { intent: (await theirPayment(question)).intent },
});

export const cardRequests = {
  ...rowsOf(families, {
    startCardPayment: row({ own: 201 }, async ({ fixtures, caller }) => {
      await fixtures.newBooking(caller.family);
      return { body: { amount: 1_000, booking_id: null } };
    }),
    getCardPayment: row(
      { own: 200, foreign: 'cardPaymentNotFound', missing: 'cardPaymentNotFound' },
      async (question) => ({ params: { paymentId: (await theirPayment(question)).id } }),
    ),
  }),
  ...rowsOf(office, {
    getCardStatus: row({ nothing: 200 }, nothing),
    getManagedCardPayment: row({ present: 200, missing: 'cardPaymentNotFound' }, anIntent),
    refundCardPayment: row(
      { present: 202, missing: 'cardPaymentNotFound', logged: 'entry.recorded' },
      asking(anIntent, { amount: 1_000, note: 'Paid twice' }),
    ),
    compareCardPayments: row({ nothing: 200, logged: { unlogged: 'it changes no money' } }, nothing),
    recordCardDifference: row(
      {
        present: 204,
        missing: 'cardDifferenceGone',
        logged: { unlogged: 'the entry is the provider’s, whoever presses' },
      },
      anIntent,
    ),
    closeCardTask: row({ missing: 204, logged: { unlogged: 'the entry or the dispute stays' } }, () => ({
      params: { kind: 'failed', id: 'pi_3Nobodys' },
    })),
  }),
  ...rowsOf(anyone, {
    // Without a signature nobody gets more, whoever asks.
    receiveCardEvent: row({ nothing: 'cardEventRefused' }, nothing),
    probeCards: row({ nothing: 204 }, nothing),
    probeCardEvents: row({ nothing: 204 }, nothing),
  }),
};
