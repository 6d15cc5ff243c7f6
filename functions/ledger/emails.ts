import { brand } from '#shared/brand';
import type { LedgerEntry } from '#shared/ledger/entry';
import { balanceText, ledgerLines, paymentMethodNames } from '#shared/ledger/ledger-lines';
import { howToPay, laterText, payNow, payNowText } from '#shared/ledger/payment-link';
import type { Statement } from '#shared/ledger/statement';
import { formatDate, formatLongDate } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import type { Cents } from '#shared/lib/values';
import { paths } from '#shared/paths';
import type { SchoolSettings } from '#shared/school/settings';
import {
  type Block,
  bookedReason,
  button,
  composeEmail,
  html,
  light,
  oneLine,
  paragraph,
  type RenderedEmail,
  smallPrint,
  title,
} from '../lib/mail/layout.ts';

const ledgerTable = (statement: Pick<Statement, 'charges' | 'entries'>): Block => {
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

interface PaymentTerms extends Pick<SchoolSettings, 'instructions' | 'payment_link'> {
  /** Where families can pay by card: the site's address (CRD-01). */
  readonly cardsAt?: string | undefined;
}

/** Pays by card, or on the school's page (CRD-01, PLK-01). Empty where nothing is due. @param cardsAt the site's address */
export const payNowBlocks = (
  link: SchoolSettings['payment_link'],
  owed: Pick<Statement, 'reference' | 'due'>,
  cardsAt?: string,
): Block[] => {
  const pay = payNow(link, owed);
  return [
    ...(cardsAt && owed.due > 0
      ? [button(`Pay ${formatCents(owed.due)} by card`, new URL(paths.parentPayments, cardsAt).href)]
      : []),
    ...(pay
      ? [button(`Pay ${formatCents(pay.amount)} now`, pay.url), smallPrint(payNowText(pay, owed.reference))]
      : []),
  ];
};

const paymentInstructions = (terms: PaymentTerms, owed: Pick<Statement, 'reference' | 'due'>): Block[] => [
  { html: title('How to pay'), text: 'How to pay:' },
  ...howToPay(terms.instructions, terms.payment_link !== null || terms.cardsAt !== undefined).map((line) =>
    paragraph(line),
  ),
  ...(owed.reference ? [paragraph(`Your reference: ${owed.reference}`)] : []),
  ...payNowBlocks(terms.payment_link, owed, terms.cardsAt),
];

/** Empty where the button for paying by card leads there. */
const paymentsButton = (siteUrl: string, due: Cents, cardsAt: string | undefined): Block[] =>
  cardsAt && due > 0 ? [] : [button('View Payments', new URL(paths.parentPayments, siteUrl).href)];

interface ReceivedPayment
  extends Pick<Extract<LedgerEntry, { kind: 'payment' }>, 'amount' | 'day' | 'method'> {
  /** What the provider of card payments says: "Card ···· 4242, Visa". */
  readonly paid_with: string | null;
}

export const paymentReceiptEmail = (
  { amount, day, method, paid_with }: ReceivedPayment,
  dues: Pick<Statement, 'reference' | 'balance' | 'due' | 'later'>,
  link: SchoolSettings['payment_link'],
  siteUrl: string,
  cardsAt?: string,
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
        paragraph(
          `We received ${paid} on ${date} (${paid_with ?? paymentMethodNames[method].toLowerCase()}).`,
        ),
        paragraph(`${balanceText(dues)}.`),
        ...(later ? [paragraph(`${later}.`)] : []),
        ...payNowBlocks(link, dues, cardsAt),
        ...paymentsButton(siteUrl, dues.due, cardsAt),
      ],
      reason: `You receive this email because a payment was recorded in your account with ${brand.name}.`,
    },
    siteUrl,
  );
};

export type RemindedStatement = Pick<Statement, 'reference' | 'due' | 'later' | 'charges' | 'entries'>;

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
        ...paymentsButton(siteUrl, statement.due, terms.cardsAt),
      ],
      reason: bookedReason,
    },
    siteUrl,
  );
};
