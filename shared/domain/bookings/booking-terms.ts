import { afterDiscount, type DiscountOn, noDiscount } from '#shared/domain/pricing/discounts';
import { slotBookingAmount } from '#shared/domain/pricing/session-pricing';
import { bookableDates } from '#shared/domain/sessions/booked-sessions';
import type { ClassCalendar } from '#shared/domain/sessions/sessions';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import type { Discount } from '#shared/schemas/booking';
import type { ClassSummary } from '#shared/schemas/class';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate, Cents } from '#shared/schemas/values';

/** What a parent agrees to by booking. */
export interface BookingTerms {
  /** The sessions, ascending, at least one. */
  readonly dates: readonly CalendarDate[];
  /** After the discount. */
  readonly amount: Cents;
  readonly discount?: Discount;
  /** Null for a full programme. */
  readonly trial_date: CalendarDate | null;
  readonly calendar_version: number;
}

/**
 * What a booking made now gives, and costs (PRC-14, PRC-17).
 * @param discountOn the discount on a full programme, as `discountFor` gives it (DIS-01)
 * @returns null when no session is left to come (BOK-48)
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
