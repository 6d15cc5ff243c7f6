import { bookableDates } from '#shared/booking/booked-sessions';
import type { Discount } from '#shared/booking/booking';
import { afterDiscount, type DiscountOn, noDiscount } from '#shared/booking/discounts';
import type { ClassSummary } from '#shared/classes/class';
import { slotBookingAmount } from '#shared/classes/pricing';
import type { BusinessMoment } from '#shared/lib/business-time';
import type { CalendarDate, Cents } from '#shared/lib/values';
import type { ClassCalendar } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';

export const arrivalStep = 'Arrive 10 minutes before the session starts.';
export const whatToBring = 'Bring football gear and water.';

export const paymentStep = 'Payment details will be sent to you separately.';
export const nothingToPay = 'There is nothing to pay.';

/**
 * What follows bookings, besides the confirmation email (BOK-45), on the confirmation screen and in the email. Bookings that
 * cost nothing promise no payment details (BSK-05).
 * @param total of the bookings
 */
export const nextSteps = (total: Cents) =>
  [total > 0 ? paymentStep : nothingToPay, arrivalStep, whatToBring] as const;

// A deleted class has only the name of its venue.
type VenueOfClass = Pick<ClassSummary, 'venue'> & Partial<Pick<ClassSummary, 'venue_details'>>;

export const venueFacts = (
  { venue, venue_details }: VenueOfClass,
  before?: string,
): { readonly label: string; readonly value: string }[] => [
  { label: 'Venue', value: before === undefined ? venue : `${venue} (was ${before})` },
  ...(venue_details ? [{ label: 'Address', value: venue_details.address }] : []),
  ...(venue_details?.directions ? [{ label: 'Directions', value: venue_details.directions }] : []),
];

export interface BookingTerms {
  readonly dates: readonly CalendarDate[];
  readonly amount: Cents;
  readonly discount?: Discount;
  readonly trial_date: CalendarDate | null;
  readonly calendar_version: number;
}

/**
 * What a booking made now gives and costs (PRC-14, PRC-17).
 * @param discountOn the discount on a full programme, as `discountFor` gives it (DIS-01)
 * @returns null when no session is left (BOK-48)
 */
export const bookingTerms = (
  cls: ClassCalendar & Pick<ClassSummary, 'weekly_rate'>,
  slot: Pick<TimeSlot, 'id' | 'start_time' | 'calendar_version'>,
  isTrial: boolean,
  moment: BusinessMoment,
  discountOn: DiscountOn = noDiscount,
): BookingTerms | null => {
  const dates = bookableDates(cls, slot, isTrial, moment);
  const [first] = dates;
  if (!first) return null;
  const price = slotBookingAmount(cls, slot, isTrial, moment.today);
  const discount = isTrial ? undefined : discountOn(price);
  return {
    dates,
    amount: afterDiscount(price, discount),
    ...(discount && { discount }),
    trial_date: isTrial ? first : null,
    calendar_version: slot.calendar_version,
  };
};
