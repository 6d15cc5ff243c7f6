import { grouped } from '#shared/domain/text/counted';
import type { SignedCents } from '#shared/schemas/signed-cents';
import { type Cents, centsSchema } from '#shared/schemas/values';

/** A formatted amount: "$25.00", "$1,250.00", "-$20.00" (PRC-19). */
export const formatCents = (cents: Cents | SignedCents): string => {
  const amount = Math.abs(cents);
  const fraction = String(amount % 100).padStart(2, '0');
  return `${cents < 0 ? '-' : ''}$${grouped(Math.trunc(amount / 100))}.${fraction}`;
};

/**
 * Parses a dollar amount such as "20", "20.5" or "20.55"; null for any other text, such as one with a sign, a thousands
 * separator or a third decimal. Calculates in whole numbers, so "1.15" is exactly 115 cents.
 */
export const parseDollars = (text: string): Cents | null => {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const cents = centsSchema.safeParse(Number(`${whole}${fraction.padEnd(2, '0')}`));
  return cents.success ? cents.data : null;
};
