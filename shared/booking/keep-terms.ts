import type { Booking, Discount, EndReason } from '#shared/booking/booking';
import { afterDiscount, type DiscountOn, noDiscount } from '#shared/booking/discounts';
import { dueDates } from '#shared/booking/due-dates';
import type { ClassSummary } from '#shared/classes/class';
import { slotPrice } from '#shared/classes/pricing';
import { type BusinessMoment, toInstant } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import {
  type CalendarDate,
  type Cents,
  centsSchema,
  type Instant,
  instantOf,
  type WallTime,
  wallTimeSchema,
} from '#shared/lib/values';
import { policies } from '#shared/policies';
import type { SchoolSettings } from '#shared/school/settings';
import {
  type ClassCalendar,
  type SlotStart,
  type TimedSession,
  timedSessions,
} from '#shared/sessions/sessions';

interface Trial {
  readonly date: CalendarDate;
  readonly ended: { readonly reason: EndReason; readonly at: Instant } | null;
}

const { heldDays, heldUntil, mailAt } = policies.trial;
const [heldUntilTime, mailTime] = [wallTimeSchema.parse(heldUntil), wallTimeSchema.parse(mailAt)];

const daysAfter = (date: CalendarDate, days: number, time: WallTime, timeZone: string): Instant =>
  instantOf(toInstant(addDays(date, days), time, timeZone));

/** When a trial that nobody upgraded ends and gives its place back (TRI-01). */
export const trialHeldUntil = ({ date }: Pick<Trial, 'date'>, timeZone: string): Instant =>
  daysAfter(date, heldDays, heldUntilTime, timeZone);

/** The programme's price today, at most its price on the day of the trial's booking less the trial's amount (TRI-03). */
export const keepPrice = (
  programPriceToday: Cents,
  trial: { readonly amount: Cents; readonly programPrice: Cents },
): Cents => centsSchema.parse(Math.max(0, Math.min(programPriceToday, trial.programPrice - trial.amount)));

/** Sessions to come without the trial's own, which stays with its charge (TRI-04). Empty where nothing is left. */
export const sessionsToKeep = <Session extends TimedSession>(
  { date }: Pick<Trial, 'date'>,
  sessionsOfSlot: readonly Session[],
  now: Instant,
): Session[] =>
  sessionsOfSlot.filter(
    (session) => session.state === 'on' && session.startsAt > now && session.date !== date,
  );

/**
 * Whether a trial is the one that a child may have in a class (TRI-05). A live trial is, so that no second one is booked
 * beside it. A trial that was cancelled in time is not, nor one whose session the school cancelled without another.
 */
export const isTrialUsed = ({
  ended,
  freeUntil,
  sessionCancelled,
}: Pick<Trial, 'ended'> & {
  readonly freeUntil: Instant;
  readonly sessionCancelled: boolean;
}): boolean => {
  if (sessionCancelled) return false;
  return ended === null || ended.reason === 'upgraded' || ended.at > freeUntil;
};

/** When the email that offers to keep the place is sent (TRI-06). */
export const keepMailAt = ({ date }: Pick<Trial, 'date'>, timeZone: string): Instant =>
  daysAfter(date, 1, mailTime, timeZone);

/** Whether to send the email now (TRI-06, JOB-04): live, held, a session left. Late work still sends it (JOB-05). */
export const wantsKeepMail = (
  trial: Trial,
  sessionsOfSlot: readonly TimedSession[],
  now: Instant,
  timeZone: string,
): boolean =>
  trial.ended === null &&
  now >= keepMailAt(trial, timeZone) &&
  now < trialHeldUntil(trial, timeZone) &&
  sessionsToKeep(trial, sessionsOfSlot, now).length > 0;

export interface KeepableTrial extends Pick<Booking, 'trial_date' | 'amount'> {
  readonly program_price?: Cents | undefined;
}

/** The full programme that a trial becomes, and what it costs. */
export interface KeepTerms {
  readonly dates: readonly CalendarDate[];
  readonly amount: Cents;
  readonly discount: Discount | undefined;
  /** Undefined where the charge is due on the day of the upgrade (DUE-01). */
  readonly due_dates: CalendarDate[] | undefined;
}

// By default there is no discount, and the programme is due at once.
interface KeepRules {
  readonly due_rule?: SchoolSettings['due_rule'];
  /** The discount on a full programme, as `discountFor` gives it (DIS-03). */
  readonly discountOn?: DiscountOn;
}

// Both prices that are compared have the discount of today: an upgraded trial is a full programme booked today.
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

/** What an upgrade gives and costs now, and when it is due (TRI-02, TRI-03). @returns null without a trial or a session */
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
