import { ledgerLines } from '#shared/domain/ledger/ledger-lines';
import { formatCents } from '#shared/domain/pricing/money';
import { formatDate } from '#shared/domain/text/format';
import { paths } from '#shared/paths';
import { policies } from '#shared/policies';
import type { PaymentReference } from '#shared/schemas/payment-reference';
import type { Statement } from '#shared/schemas/statement';
import { type Block, button, paragraph, title } from './blocks.ts';
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

/** How to pay, with the family's reference, if it has one (PAY-04). */
export const paymentInstructions = (reference: PaymentReference | null): Block[] => [
  { html: title('How to pay'), text: 'How to pay:' },
  ...policies.money.instructions.map(paragraph),
  ...(reference ? [paragraph(`Your reference: ${reference}`)] : []),
];

/** Leads to the family's payments. */
export const paymentsButton = (siteUrl: string): Block =>
  button('View Payments', new URL(paths.parentPayments, siteUrl).href);
