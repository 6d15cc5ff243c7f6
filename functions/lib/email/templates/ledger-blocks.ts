import { ledgerLines } from '#shared/domain/ledger/ledger-lines';
import { payNow, payNowText } from '#shared/domain/ledger/payment-link';
import { formatCents } from '#shared/domain/pricing/money';
import { formatDate } from '#shared/domain/text/format';
import { paths } from '#shared/paths';
import type { SchoolSettings } from '#shared/schemas/school-settings';
import type { Statement } from '#shared/schemas/statement';
import { type Block, button, paragraph, smallPrint, title } from './blocks.ts';
import { html } from './html.ts';
import { oneLine } from './text.ts';
import { light } from './theme.ts';

/** The lines of an account in words, with their amounts (PAY-08). */
export const ledgerTable = (statement: Pick<Statement, 'charges' | 'entries'>): Block => {
  const lines = ledgerLines(statement).map(({ day, text, dueDates, amount }) => ({
    text: `${formatDate(day)}: ${oneLine(text)}${dueDates ? `. ${dueDates}` : ''}`,
    amount: formatCents(amount),
  }));
  return {
    html: html`${title('Your account')}
<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px">
${lines.map(
  (line) => html`<tr>
<td class="text line" align="left" valign="top" style="padding:8px 12px 8px 0;border-top:1px solid ${light.line};font-size:15px;line-height:21px;color:${light.text};overflow-wrap:anywhere;word-break:break-word">${line.text}</td>
<td class="text line" align="right" valign="top" style="padding:8px 0;border-top:1px solid ${light.line};font-size:15px;line-height:21px;font-weight:600;color:${light.text};white-space:nowrap">${line.amount}</td>
</tr>`,
)}
</table>`,
    text: ['Your account:', ...lines.map(({ text, amount }) => `- ${text}: ${amount}`)].join('\n'),
  };
};

/** How families pay, as an email needs it. */
export type PaymentTerms = Pick<SchoolSettings, 'instructions' | 'payment_link'>;

/** The link to the school's payment page; nothing without one, and where nothing is due (PLK-01). */
export const payNowBlocks = (
  link: SchoolSettings['payment_link'],
  owed: Pick<Statement, 'reference' | 'due'>,
): Block[] => {
  const pay = payNow(link, owed);
  if (!pay) return [];
  return [button(`Pay ${formatCents(pay.amount)} now`, pay.url), smallPrint(payNowText(pay, owed.reference))];
};

/** How to pay, with the family's reference, if it has one (PAY-04). */
export const paymentInstructions = (
  { instructions, payment_link }: PaymentTerms,
  owed: Pick<Statement, 'reference' | 'due'>,
): Block[] => [
  { html: title('How to pay'), text: 'How to pay:' },
  ...instructions.map(paragraph),
  ...(owed.reference ? [paragraph(`Your reference: ${owed.reference}`)] : []),
  ...payNowBlocks(payment_link, owed),
];

/** Leads to the family's payments. */
export const paymentsButton = (siteUrl: string): Block =>
  button('View Payments', new URL(paths.parentPayments, siteUrl).href);
