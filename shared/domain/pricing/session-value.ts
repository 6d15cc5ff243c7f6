import { type Cents, centsSchema } from '#shared/schemas/values';

/**
 * What each session of a booking is worth, in the order of the sessions: the amount divided by their number, with the
 * remainder as one cent more on the first ones (BOK-55). All together are exactly the amount; no sessions, no values.
 */
export const sessionValues = (amount: Cents, count: number): Cents[] => {
  const remainder = amount % count;
  const base = (amount - remainder) / count;
  return Array.from({ length: count }, (_, index) => centsSchema.parse(base + (index < remainder ? 1 : 0)));
};
