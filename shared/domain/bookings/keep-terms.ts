import { dueDates } from '#shared/domain/ledger/due-dates';
import { afterDiscount, type DiscountOn, noDiscount } from '#shared/domain/pricing/discounts';
import { slotPrice } from '#shared/domain/pricing/session-pricing';
import type { ClassCalendar, SlotStart } from '#shared/domain/sessions/sessions';
import { timedSessions } from '#shared/domain/sessions/timed-session';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { Booking, Discount } from '#shared/schemas/booking';
import type { ClassSummary } from '#shared/schemas/class';
import type { SchoolSettings } from '#shared/schemas/school-settings';
import { type CalendarDate, type Cents, centsSchema } from '#shared/schemas/values';
import { keepPrice, sessionsToKeep } from './trials.ts';

/** A trial, with what the programme cost when it was booked. */
export interface KeepableTrial extends Pick<Booking, 'trial_date' | 'amount'> {
  readonly program_price?: Cents | undefined;
}

/** The full programme that a trial becomes, and what it costs. */
export interface KeepTerms {
  /** The sessions to come without the trial's own, ascending, at least one. */
  readonly dates: readonly CalendarDate[];
  /** After the discount. */
  readonly amount: Cents;
  /** How much less than without a discount. */
  readonly discount: Discount | undefined;
  /** Undefined where it is due on the day on which the place is kept (DUE-01). */
  readonly due_dates: CalendarDate[] | undefined;
}

/** What the terms follow from besides class and day. Without it there is no discount, and the programme is due at once. */
interface KeepRules {
  readonly due_rule?: SchoolSettings['due_rule'];
  /** The discount on a full programme, as `discountFor` gives it (DIS-03). */
  readonly discountOn?: DiscountOn;
}

/** Both prices that are compared have the discount of today: a trial that is kept is a full programme booked today. */
const priceToKeep = (
  today: Cents,
  trial: { readonly amount: Cents; readonly programPrice: Cents },
  discountOn: DiscountOn,
): Pick<KeepTerms, 'amount' | 'discount'> => {
  const discounted = (price: Cents) => afterDiscount(price, discountOn(price));
  const programPrice = discounted(trial.programPrice);
  const amount = keepPrice(discounted(today), { ...trial, programPrice });
  const off = centsSchema.parse(keepPrice(today, trial) - amount);
  const rule = discountOn(today)?.rule;
  return { amount, discount: rule && off > 0 ? { rule, amount: off } : undefined };
};

/**
 * What keeping the place after a trial gives and costs at a moment, and when that is due (TRI-02, TRI-03).
 * @returns null for a booking that is no trial, and when no session is left to keep
 */
export const keepTerms = (
  { trial_date, amount, program_price }: KeepableTrial,
  cls: ClassCalendar & Pick<ClassSummary, 'weekly_rate'>,
  slot: SlotStart,
  { now, today, timeZone }: BusinessMoment,
  { due_rule = 'at-once', discountOn = noDiscount }: KeepRules = {},
): KeepTerms | null => {
  if (trial_date === null || program_price === undefined) return null;
  const sessions = sessionsToKeep({ date: trial_date }, timedSessions(cls, slot, timeZone), instantOf(now));
  if (sessions.length === 0) return null;
  const dates = sessions.map(({ date }) => date);
  const price = priceToKeep(slotPrice(cls, slot, today), { amount, programPrice: program_price }, discountOn);
  const due_dates = dueDates(due_rule, { today, dates, amount: price.amount, isTrial: false });
  return { dates, ...price, due_dates };
};
