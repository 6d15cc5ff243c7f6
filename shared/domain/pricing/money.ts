import { sum } from '#shared/domain/lists/sum';
import { grouped } from '#shared/domain/text/counted';
import type { SignedCents } from '#shared/schemas/signed-cents';
import { type Cents, centsSchema } from '#shared/schemas/values';

/** A formatted amount: "$25.00", "$1,250.00", "-$20.00" (PRC-19). */
export const formatCents = (cents: Cents | SignedCents): string => {
  const amount = Math.abs(cents);
  const fraction = String(amount % 100).padStart(2, '0');
  return `${cents < 0 ? '-' : ''}$${grouped(Math.trunc(amount / 100))}.${fraction}`;
};

/** What several charges, or parts of one, are together. */
export const totalOf = (charges: readonly { readonly amount: Cents }[]): Cents =>
  centsSchema.parse(sum(charges.map(({ amount }) => amount)));
