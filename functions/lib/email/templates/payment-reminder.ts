import { formatCents } from '#shared/domain/pricing/money';
import type { Statement } from '#shared/schemas/statement';
import { paragraph } from './blocks.ts';
import { bookedReason, composeEmail } from './layout.ts';
import { ledgerTable, paymentInstructions, paymentsButton } from './ledger-blocks.ts';
import type { RenderedEmail } from './rendered-email.ts';

/** The account of a family that owes something. */
export type RemindedStatement = Pick<Statement, 'reference' | 'balance' | 'charges' | 'entries'>;

/** Reminds a family of its open balance, with all entries and how to pay (PAY-08). */
export const paymentReminderEmail = (statement: RemindedStatement, siteUrl: string): RenderedEmail => {
  const balance = formatCents(statement.balance);
  return composeEmail(
    {
      subject: `Payment reminder: ${balance}`,
      preview: `${balance} is open on your account`,
      heading: `${balance} is open`,
      blocks: [
        paragraph(`Please pay ${balance} for your bookings. If you have paid already, thank you.`),
        ...paymentInstructions(statement.reference),
        ledgerTable(statement),
        paymentsButton(siteUrl),
      ],
      reason: bookedReason,
    },
    siteUrl,
  );
};
