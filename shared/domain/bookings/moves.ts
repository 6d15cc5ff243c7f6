import { formatCents } from '#shared/domain/pricing/money';
import { type SignedCents, signedCentsSchema } from '#shared/schemas/signed-cents';
import { type Cents, centsSchema } from '#shared/schemas/values';

/** What a move changes in money. */
export interface MoveQuote {
  /** Credited with the booking that ends as `moved`. */
  readonly credit: Cents;
  /** The amount of the new booking. */
  readonly charge: Cents;
  /** What the family owes more; below 0 what it is credited. */
  readonly difference: SignedCents;
}

/** Within a class the booking stays the same one: no money changes (MOV-03). */
export const moveWithinClass: MoveQuote = {
  credit: centsSchema.parse(0),
  charge: centsSchema.parse(0),
  difference: signedCentsSchema.parse(0),
};

/**
 * To another class: the sessions left are credited, also after the free deadline, and the new booking is charged at
 * the price today (MOV-03). The new booking keeps `freeUntil` of the old one as its `keptUntil` (END-05).
 * @param credit `sessionsLeftValue` of the old booking
 */
export const quoteMove = (credit: Cents, priceToday: Cents): MoveQuote => ({
  credit,
  charge: priceToday,
  difference: signedCentsSchema.parse(priceToday - credit),
});

/** The button of a move: "Change", "Change and pay $20.00", "Change and get $20.00 credit" (MOV-01). */
export const moveLabel = ({ difference }: Pick<MoveQuote, 'difference'>): string => {
  if (difference === 0) return 'Change';
  const amount = formatCents(centsSchema.parse(Math.abs(difference)));
  return difference > 0 ? `Change and pay ${amount}` : `Change and get ${amount} credit`;
};
