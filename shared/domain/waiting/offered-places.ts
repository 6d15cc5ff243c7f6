import { slotPrice } from '#shared/domain/pricing/session-pricing';
import { bookableDates } from '#shared/domain/sessions/booked-sessions';
import { type ClassCalendar, type SlotStart, sessionDates } from '#shared/domain/sessions/sessions';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import type { ClassSummary } from '#shared/schemas/class';
import type { CalendarDate } from '#shared/schemas/values';
import type { WaitingOffer } from '#shared/schemas/waiting';
import { type OfferTerms, offerTerms } from './offer-terms.ts';

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
