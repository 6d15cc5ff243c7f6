import { laterText } from '#shared/domain/ledger/due-text';
import { formatCents } from '#shared/domain/pricing/money';
import type { Statement } from '#shared/schemas/statement';
import { paragraph } from './blocks.ts';
import { bookedReason, composeEmail } from './layout.ts';
import { ledgerTable, type PaymentTerms, paymentInstructions, paymentsButton } from './ledger-blocks.ts';
import type { RenderedEmail } from './rendered-email.ts';

/** The account of a family that owes something. */
export type RemindedStatement = Pick<Statement, 'reference' | 'due' | 'later' | 'charges' | 'entries'>;

/** Reminds a family of what is due, with what is due later, all entries and how to pay (PAY-08, DUE-01). */
export const paymentReminderEmail = (
  statement: RemindedStatement,
  terms: PaymentTerms,
  siteUrl: string,
): RenderedEmail => {
  const due = formatCents(statement.due);
  const later = laterText(statement.later);
  return composeEmail(
    {
      subject: `Payment reminder: ${due}`,
      preview: `${due} is open on your account`,
      heading: `${due} is open`,
      blocks: [
        paragraph(`Please pay ${due} for your bookings. If you have paid already, thank you.`),
        ...(later ? [paragraph(`${later}.`)] : []),
        ...paymentInstructions(terms, statement),
        ledgerTable(statement),
        paymentsButton(siteUrl),
      ],
      reason: bookedReason,
    },
    siteUrl,
  );
};
