import { type DuePart, datedParts, datesOfCharge } from '#shared/domain/ledger/due-dates';
import { sum } from '#shared/domain/lists/sum';
import { afterDiscount, discountText } from '#shared/domain/pricing/discounts';
import { formatCents } from '#shared/domain/pricing/money';
import { slotPrice } from '#shared/domain/pricing/session-pricing';
import { bookableDates, sessionsToCome } from '#shared/domain/sessions/booked-sessions';
import { type ClassCalendar, type SlotStart, sessionDates } from '#shared/domain/sessions/sessions';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import type { ClassSummary } from '#shared/schemas/class';
import { type CalendarDate, type Cents, centsSchema } from '#shared/schemas/values';
import type { WaitingOffer } from '#shared/schemas/waiting';
import { type OfferTerms, offerTerms } from './offer-deadline.ts';

/** What an offer that is made now offers: its terms, the sessions that its places cover, and the price of each place. */
export interface OfferedPlaces extends OfferTerms, Pick<WaitingOffer, 'price'> {
  readonly dates: readonly CalendarDate[];
}

/**
 * The places that a slot's list can be offered now. Their price is that of today, or, where a session from today on is not
 * among them, that of the day of the first one that they cover (WAI-06, WAI-08).
 * @returns null where no offer is made (`offerTerms`)
 */
export const offeredPlaces = (
  cls: ClassCalendar & Pick<ClassSummary, 'weekly_rate'>,
  slot: SlotStart,
  moment: BusinessMoment,
): OfferedPlaces | null => {
  const bookable = bookableDates(cls, slot, false, moment);
  const terms = offerTerms({ dates: bookable, start_time: slot.start_time }, moment);
  if (!terms) return null;
  const dates = bookable.filter((date) => date >= terms.from_session);
  // The price of today includes a session that has begun today.
  const priced = sessionDates(cls, slot).filter((date) => date >= moment.today);
  const pricedOn = dates.length === priced.length ? moment.today : terms.from_session;
  return { ...terms, dates, price: slotPrice(cls, slot, pricedOn) };
};

type Price = Pick<WaitingOffer, 'price' | 'discounts'>;

/** What each of an offer's places costs after its discount, in the order of its children. */
const placeAmounts = ({ price, discounts }: Price, places: number): Cents[] =>
  Array.from({ length: places }, (_, index) => afterDiscount(price, discounts?.[index] ?? undefined));

/** What all places of an offer cost together. */
export const offerAmount = (offer: Price, places: number): Cents =>
  centsSchema.parse(sum(placeAmounts(offer, places)));

/** "$180.00", for siblings "$360.00 ($180.00 each)", with a discount "$163.80 (Sibling discount -$16.20)". */
export const offerPriceText = (offer: Price, places: number): string => {
  const total = formatCents(offerAmount(offer, places));
  const reductions = (offer.discounts ?? []).flatMap((discount) =>
    discount ? [discountText(discount)] : [],
  );
  if (reductions.length > 0) return `${total} (${reductions.join(', ')})`;
  return places === 1 ? total : `${total} (${formatCents(offer.price)} each)`;
};

/** When an offer is due: the parts of all its places together, by date. None where it is due when it is taken. */
export const offerParts = (offer: Price & Pick<WaitingOffer, 'due_dates'>, places: number): DuePart[] =>
  datedParts(
    placeAmounts(offer, places).map((amount) => ({
      amount,
      due_dates: offer.due_dates && datesOfCharge(offer.due_dates, amount),
    })),
  );

/**
 * What a place of an open offer gives now, and costs: those of its sessions that are on and have not begun, each at its
 * value when the offer was made. It covers what it costs (WAI-08): a session that was cancelled since is neither given nor
 * charged, whatever its remedy, and one with a make-up session is given on that date. Empty where nothing is left.
 */
export const placeNow = (
  cls: ClassCalendar,
  slot: SlotStart,
  { dates, price }: Pick<OfferedPlaces, 'dates' | 'price'>,
  moment: BusinessMoment,
): Pick<OfferedPlaces, 'dates' | 'price'> => {
  const given = sessionsToCome(cls, { dates, amount: price, time_slot_id: slot.id }, [slot], moment);
  return {
    dates: given.map(({ session }) => session.date),
    price: centsSchema.parse(sum(given.map(({ part }) => part.value))),
  };
};

/** The price and the discounts of an open offer's places as `placeNow` leaves them. */
export const priceNow = (
  cls: ClassCalendar,
  slot: SlotStart,
  { dates, price, discounts }: Pick<OfferedPlaces, 'dates'> & Price,
  moment: BusinessMoment,
): Price => {
  const left = (agreed: Cents) => placeNow(cls, slot, { dates, price: agreed }, moment).price;
  const now = left(price);
  if (!discounts) return { price: now };
  return {
    price: now,
    discounts: discounts.map((discount) => {
      const amount = centsSchema.parse(now - left(afterDiscount(price, discount ?? undefined)));
      return discount && amount > 0 ? { ...discount, amount } : null;
    }),
  };
};
