import { brand } from '#shared/brand';
import { formatCents } from '#shared/lib/money';
import type { Cents } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { button, composeEmail, paragraph, type RenderedEmail } from '../lib/mail/layout.ts';

/** Tells a family that its bank did not carry out a debit (CRD-03). */
export const failedDebitEmail = (amount: Cents, siteUrl: string): RenderedEmail => {
  const text = formatCents(amount);
  return composeEmail(
    {
      subject: `Payment failed: ${text}`,
      preview: 'Your bank did not carry out the payment',
      heading: 'Your payment failed',
      blocks: [
        paragraph(`Your bank did not carry out your payment of ${text}, so that the amount is open again.`),
        paragraph('Your bookings stay as they are. Please pay again, by card or in another way.'),
        button('View Payments', new URL(paths.parentPayments, siteUrl).href),
      ],
      reason: `You receive this email because you paid ${brand.name} by bank debit.`,
    },
    siteUrl,
  );
};
