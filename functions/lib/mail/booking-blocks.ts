import type { Booking } from '#shared/booking/booking';
import { discountText } from '#shared/booking/discounts';
import { type DuePart, datedParts } from '#shared/booking/due-dates';
import { dueText } from '#shared/ledger/payment-link';
import { classTypeName } from '#shared/lib/format';
import type { UserId } from '#shared/lib/ids';
import { formatCents } from '#shared/lib/money';
import { palette, programmePalette } from '#shared/palette';
import { paths } from '#shared/paths';
import type { ProgrammeId } from '#shared/programmes';
import {
  type Block,
  button,
  type Html,
  html,
  inSentence,
  light,
  oneLine,
  paragraph,
  title,
} from './layout.ts';

export interface Fact {
  readonly label: string;
  readonly value: string;
}

interface Ticket {
  readonly programme: ProgrammeId;
  readonly kind: string;
  readonly facts: readonly Fact[];
}

const factRow = ({ label, value }: Fact, index: number): Html => {
  const border = index === 0 ? '0' : `1px solid ${light.line}`;
  return html`<tr>
<th class="muted line" scope="row" width="62" align="left" valign="top" style="padding:10px 0 10px 16px;border-top:${border};font-size:14px;line-height:22px;font-weight:500;color:${light.muted}">${label}</th>
<td class="text line" align="left" valign="top" style="padding:10px 14px;border-top:${border};font-size:16px;line-height:22px;font-weight:600;color:${light.text};overflow-wrap:anywhere;word-break:break-word">${oneLine(value)}</td>
</tr>`;
};

/** A band in the programme's colour, then one row per fact. */
export const ticket = ({ programme, kind, facts }: Ticket): Block => {
  const name = classTypeName(programme);
  const { ground, text } = programmePalette[programme];
  return {
    html: html`<table class="line" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 4px;border:1px solid ${light.line};border-radius:16px;border-collapse:separate;table-layout:fixed">
<tr><td bgcolor="${ground}" style="padding:14px 16px;border-radius:15px 15px 0 0;background-color:${ground};color:${text}">
<span style="font-size:20px;line-height:26px;font-weight:800">${name}</span><br>
<span style="font-size:15px;line-height:20px;font-weight:600">${kind}</span>
</td></tr>
<tr><td><table width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed">
${facts.map(factRow)}
</table></td></tr>
</table>`,
    text: [`${name} - ${kind}`, ...facts.map(({ label, value }) => `${label}: ${oneLine(value)}`)].join('\n'),
  };
};

export const otherActor = (
  { members }: { readonly members: readonly { readonly id: UserId; readonly full_name: string }[] },
  by: UserId | undefined,
  reader: UserId,
): string | undefined => (by === reader ? undefined : members.find(({ id }) => id === by)?.full_name);

export const actorBlocks = (
  otherActor: string | undefined,
  did: 'booked this' | 'moved this' | 'cancelled this' | 'joined this waiting list',
): Block[] => (otherActor === undefined ? [] : [paragraph(`${inSentence(otherActor)} ${did}.`)]);

/** Empty for an amount that is due when agreed (DUE-01). */
export const dueFacts = (parts: readonly DuePart[]): Fact[] =>
  parts.length > 0 ? [{ label: 'Payment', value: dueText(parts) }] : [];

/** Discount, amount and due dates (DIS-01, DUE-01). @param label of the amount */
export const priceFacts = (
  label: string,
  { amount, discount, due_dates }: Pick<Booking, 'amount' | 'discount' | 'due_dates'>,
): Fact[] => {
  return [
    ...(discount ? [{ label: 'Discount', value: discountText(discount) }] : []),
    { label, value: formatCents(amount) },
    ...dueFacts(datedParts([{ amount, due_dates }])),
  ];
};

export const bookingsButton = (siteUrl: string): Block =>
  button('View My Bookings', new URL(paths.parentBookings, siteUrl).href);

export const dateList = (heading: string, dates: readonly string[]): Block => ({
  html: html`${title(heading)}
<div>${dates.map(
    (date) =>
      html`<span class="subtle text" style="display:inline-block;margin:0 6px 8px 0;padding:6px 12px;border-radius:10px;background-color:${light.subtle};color:${light.text};font-size:15px;line-height:20px;font-weight:600;white-space:nowrap">${date}</span> `,
  )}</div>`,
  text: [`${heading}:`, ...dates.map((date) => `- ${date}`)].join('\n'),
});

export const numberedSteps = (heading: string, steps: readonly string[]): Block => ({
  html: html`${title(heading)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
${steps.map(
  (step, index) => html`<tr>
<td valign="top" width="40" style="padding:4px 0"><div style="width:28px;border-radius:14px;background-color:${palette.pitch};color:${palette.chalk};font-size:14px;line-height:28px;font-weight:700;text-align:center">${index + 1}</div></td>
<td class="text" valign="top" style="padding:7px 0;font-size:16px;line-height:22px;color:${light.text}">${step}</td>
</tr>`,
)}
</table>`,
  text: [`${heading}:`, ...steps.map((step, index) => `${index + 1}. ${step}`)].join('\n'),
});
