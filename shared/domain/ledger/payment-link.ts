import { formatCents } from '#shared/domain/pricing/money';
import type { PayNow } from '#shared/schemas/pay-now';
import type { PaymentReference } from '#shared/schemas/payment-reference';
import type { SchoolSettings } from '#shared/schemas/school-settings';
import type { Cents } from '#shared/schemas/values';

/** What a family pays now. */
interface Owed {
  readonly reference: PaymentReference | null;
  readonly due: Cents;
}

const amountText = (amount: Cents, unit: 'dollars' | 'cents'): string =>
  unit === 'cents' ? String(amount) : `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;

/**
 * Fills the school's payment link with what a family owes (PLK-01). Parameters that the address has already stay, except
 * those that are filled. A provider that takes the amount within the path cannot be filled: its family enters the amount.
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

/** What the family does on the provider's page, and where that is. */
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
