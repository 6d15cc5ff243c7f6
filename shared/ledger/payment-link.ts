import { brand } from '#shared/brand';
import type { PaymentReference } from '#shared/ledger/references';
import type { PayNow } from '#shared/ledger/statement';
import { formatDate } from '#shared/lib/format';
import { formatCents, totalOf } from '#shared/lib/money';
import { listed } from '#shared/lib/text';
import type { Cents } from '#shared/lib/values';
import type { SchoolSettings } from '#shared/school/settings';
import type { DuePart } from '../booking/due-dates.ts';

interface Owed {
  readonly reference: PaymentReference | null;
  readonly due: Cents;
}

/** Shown until an administrator has set how families pay (SCH-02). */
export const howToPayFallback = `${brand.name} will tell you how to pay.`;

/** Returns the school's lines, or a fallback while there are neither lines nor a link. */
export const howToPay = (
  instructions: SchoolSettings['instructions'],
  hasLink: boolean,
): readonly string[] => (instructions.length > 0 || hasLink ? instructions : [howToPayFallback]);

const amountText = (amount: Cents, unit: 'dollars' | 'cents'): string =>
  unit === 'cents' ? String(amount) : `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;

/**
 * Fills in the reference and what is due (PLK-01); other parameters stay. An amount in the path is left to the family.
 * @returns null without a link, and where nothing is due
 */
export const payNow = (link: SchoolSettings['payment_link'], { reference, due }: Owed): PayNow | null => {
  if (!link || !reference || due <= 0) return null;
  const url = new URL(link.url);
  if (link.reference_parameter) url.searchParams.set(link.reference_parameter, reference);
  if (link.amount_parameter) url.searchParams.set(link.amount_parameter, amountText(due, link.amount_unit));
  return {
    url: url.href,
    host: url.host,
    amount: due,
    takes_amount: link.amount_parameter !== null,
    takes_reference: link.reference_parameter !== null,
  };
};

export const payNowText = (
  { host, amount, takes_amount, takes_reference }: PayNow,
  reference: PaymentReference | null,
): string => {
  const entered = [
    ...(takes_amount ? [] : [`the amount ${formatCents(amount)}`]),
    ...(takes_reference || !reference ? [] : [`your reference ${reference}`]),
  ].join(' and ');
  return entered ? `Opens ${host}. Please enter ${entered} there.` : `Opens ${host}.`;
};

const partText = ({ date, amount }: DuePart): string => `${formatCents(amount)} on ${formatDate(date)}`;

/** "Due on Sep 5, 2025", "Due in 2 parts: $20.00 on Sep 6, 2025 and …" (DUE-01). */
export const dueText = (parts: readonly DuePart[]): string => {
  const [only, ...others] = parts;
  if (only && others.length === 0) return `Due on ${formatDate(only.date)}`;
  return `Due in ${parts.length} parts: ${listed(parts.map(partText))}`;
};

/** "$20.00 will be due on Oct 6, 2025", or null. */
export const laterText = (later: readonly DuePart[]): string | null => {
  const [only, ...others] = later;
  if (!only) return null;
  if (others.length === 0) return `${formatCents(only.amount)} will be due on ${formatDate(only.date)}`;
  return `${formatCents(totalOf(later))} will be due later: ${listed(later.map(partText))}`;
};
