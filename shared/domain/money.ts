import { type Cents, centsSchema } from '#shared/schemas/values';

/** Made at its first use: it loads the runtime's locale data, 10 ms that a cold start need not wait for. */
let dollars: Intl.NumberFormat | undefined;

/** An amount as people read it: "$25.00", "$1,250.00" (PRC-19). */
export const formatCents = (cents: Cents): string => {
  dollars ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  return dollars.format(cents / 100);
};

/**
 * The amount in a dollar text such as "20", "20.5" or "20.55", or null for any other text: a sign, a separator, a
 * third decimal. Digits become cents without a fraction on the way, so "1.15" is 115, not 114.99.
 */
export const parseDollars = (text: string): Cents | null => {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const cents = centsSchema.safeParse(Number(`${whole}${fraction.padEnd(2, '0')}`));
  return cents.success ? cents.data : null;
};
