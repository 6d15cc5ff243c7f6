import { brand } from '#shared/brand';
import { laterText } from '#shared/domain/ledger/due-text';
import { balanceText, paymentMethodNames } from '#shared/domain/ledger/ledger-lines';
import { formatCents } from '#shared/domain/pricing/money';
import { formatLongDate } from '#shared/domain/text/format';
import type { LedgerEntry } from '#shared/schemas/ledger-entry';
import type { SchoolSettings } from '#shared/schemas/school-settings';
import type { Statement } from '#shared/schemas/statement';
import { paragraph } from './blocks.ts';
import { composeEmail } from './layout.ts';
import { paymentsButton, payNowBlocks } from './ledger-blocks.ts';
import type { RenderedEmail } from './rendered-email.ts';

export type ReceivedPayment = Pick<Extract<LedgerEntry, { kind: 'payment' }>, 'amount' | 'day' | 'method'>;

/** The receipt of a payment, with the balance as it is when the email is sent (PAY-06). */
export const paymentReceiptEmail = (
  { amount, day, method }: ReceivedPayment,
  dues: Pick<Statement, 'reference' | 'balance' | 'due' | 'later'>,
  link: SchoolSettings['payment_link'],
  siteUrl: string,
): RenderedEmail => {
  const later = laterText(dues.later);
  const paid = formatCents(amount);
  const date = formatLongDate(day);
  return composeEmail(
    {
      subject: `Payment received: ${paid}`,
      preview: `Received on ${date}`,
      heading: 'Thank you for your payment',
      blocks: [
        paragraph(`We received ${paid} on ${date} (${paymentMethodNames[method].toLowerCase()}).`),
        paragraph(`${balanceText(dues)}.`),
        ...(later ? [paragraph(`${later}.`)] : []),
        ...payNowBlocks(link, dues),
        paymentsButton(siteUrl),
      ],
      reason: `You receive this email because a payment was recorded in your account with ${brand.name}.`,
    },
    siteUrl,
  );
};
