import { bookableDates, sessionsToCome } from '#shared/booking/booked-sessions';
import { afterDiscount, discountText } from '#shared/booking/discounts';
import { type DuePart, datedParts, datesOfCharge } from '#shared/booking/due-dates';
import type { ClassSummary } from '#shared/classes/class';
import { slotPrice } from '#shared/classes/pricing';
import { type BusinessMoment, toCalendarDate, toInstant } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { hourMs } from '#shared/lib/durations';
import { formatCents, sum } from '#shared/lib/money';
import {
  type CalendarDate,
  type Cents,
  centsSchema,
  instantOf,
  type WallTime,
  wallTimeSchema,
} from '#shared/lib/values';
import { policies } from '#shared/policies';
import { type ClassCalendar, type SlotStart, sessionDates } from '#shared/sessions/sessions';
import type { WaitingOffer } from '#shared/waiting/waiting';
import type { RanksAfterDecline } from '#shared/waiting/waiting-view';
import { listed } from '../lib/text.ts';

/** Dates of sessions that are on, ascending, each at the slot's start in business time. */
export interface SlotSessions {
  readonly dates: readonly CalendarDate[];
  readonly start_time: WallTime;
}

/** Until when an offer stands, and the first session that its places cover. */
export type OfferTerms = Pick<WaitingOffer, 'until' | 'from_session'>;

const { answerFrom, answerUntil, hoursToAnswer, hoursBeforeSession, hoursWithoutOffers } =
  policies.waitingList;
const dayStart = wallTimeSchema.parse(answerFrom);
const dayEnd = wallTimeSchema.parse(answerUntil);

const before = (moment: Date, hours: number): Date => new Date(moment.getTime() - hours * hourMs);

const daytimeHours = (from: Date, to: Date, timeZone: string): number => {
  const last = toCalendarDate(to, timeZone);
  let hours = 0;
  for (let day = toCalendarDate(from, timeZone); day <= last; day = addDays(day, 1)) {
    const begin = Math.max(from.getTime(), toInstant(day, dayStart, timeZone).getTime());
    const end = Math.min(to.getTime(), toInstant(day, dayEnd, timeZone).getTime());
    hours += Math.max(0, end - begin) / hourMs;
  }
  return hours;
};

// The moment itself if it is in the daytime, else the end of the last daytime before it.
const lastDaytime = (moment: Date, timeZone: string): Date => {
  const day = toCalendarDate(moment, timeZone);
  if (moment < toInstant(day, dayStart, timeZone)) return toInstant(addDays(day, -1), dayEnd, timeZone);
  const end = toInstant(day, dayEnd, timeZone);
  return moment > end ? end : moment;
};

/**
 * An offer made now is open until the end of the next day, or until shortly before the first session that its places cover,
 * if that is earlier (WAI-06). A session that leaves too little daytime to answer is left out: the places cover the sessions
 * after it.
 * @returns null in the last hours before the last session and after it: no offer is made, and places are open to all
 * @throws RangeError for an unknown zone
 */
export const offerTerms = (
  { dates, start_time }: SlotSessions,
  { now, today, timeZone }: BusinessMoment,
): OfferTerms | null => {
  const sessions = dates.map((date) => ({ date, start: toInstant(date, start_time, timeZone) }));
  const last = sessions.at(-1);
  if (!last || now >= before(last.start, hoursWithoutOffers)) return null;

  const nextDayEnd = toInstant(addDays(today, 1), dayEnd, timeZone);
  for (const { date, start } of sessions) {
    const latest = lastDaytime(before(start, hoursBeforeSession), timeZone);
    const until = new Date(Math.min(nextDayEnd.getTime(), latest.getTime()));
    if (daytimeHours(now, until, timeZone) >= hoursToAnswer)
      return { until: instantOf(until), from_session: date };
  }
  return null;
};

export interface OfferedPlaces extends OfferTerms, Pick<WaitingOffer, 'price'> {
  readonly dates: readonly CalendarDate[];
}

/**
 * The price is that of today, or, where a session from today on is left out, that of the day of the first session (WAI-06,
 * WAI-08).
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

// After discounts, in the order of the children.
const placeAmounts = ({ price, discounts }: Price, places: number): Cents[] =>
  Array.from({ length: places }, (_, index) => afterDiscount(price, discounts?.[index] ?? undefined));

export const offerAmount = (offer: Price, places: number): Cents =>
  centsSchema.parse(sum(placeAmounts(offer, places)));

export const offerPriceDetails = ({ price, discounts = [] }: Price, places: number): string => {
  const reductions = discounts.flatMap((discount) => (discount ? [discountText(discount)] : []));
  if (reductions.length > 0) return reductions.join(', ');
  return places === 1 ? '' : `${formatCents(price)} each`;
};

/** "$180.00", for siblings "$360.00 ($180.00 each)", with a discount "$163.80 (Sibling discount -$16.20)". */
export const offerPriceText = (offer: Price, places: number): string => {
  const total = formatCents(offerAmount(offer, places));
  const parts = offerPriceDetails(offer, places);
  return parts ? `${total} (${parts})` : total;
};

/** The parts of all places together, by date. Empty where the offer is due when it is taken. */
export const offerDueParts = (offer: Price & Pick<WaitingOffer, 'due_dates'>, places: number): DuePart[] =>
  datedParts(
    placeAmounts(offer, places).map((amount) => ({
      amount,
      due_dates: offer.due_dates && datesOfCharge(offer.due_dates, amount),
    })),
  );

/**
 * What a place of an open offer gives and costs now: the sessions that are on and have not begun, each at its value when the
 * offer was made (WAI-08). A session that was cancelled since is neither given nor charged, whatever its remedy; one with a
 * make-up session is given on that date. Empty where nothing is left.
 */
export const remainingPlace = (
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

/** Reduced as `remainingPlace` does. */
export const priceNow = (
  cls: ClassCalendar,
  slot: SlotStart,
  { dates, price, discounts }: Pick<OfferedPlaces, 'dates'> & Price,
  moment: BusinessMoment,
): Price => {
  const left = (agreed: Cents) => remainingPlace(cls, slot, { dates, price: agreed }, moment).price;
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

const endings = ['th', 'st', 'nd', 'rd'];

const ordinal = (rank: number): string => {
  const isTeen = rank % 100 >= 11 && rank % 100 <= 13;
  return `${rank}${(isTeen ? undefined : endings[rank % 10]) ?? 'th'}`;
};

const eitherWay = 'The same happens if you leave the list or do not answer in time.';

/**
 * What a family reads before it declines: its rank if it stays, and that its other applications go behind those of other
 * families (WAI-15).
 * @param ranks unknown to the holder of the offer's link
 */
export const declineTexts = (ranks?: RanksAfterDecline): string[] => {
  if (!ranks)
    return [
      `Other applications of yours on this list will be behind those of every other family. ${eitherWay}`,
    ];
  const { own, others } = ranks;
  const stay = `If you stay, you are ${ordinal(own)}.`;
  if (others.length === 0) return [stay];
  const [applications, they] = others.length === 1 ? ['application', 'it is'] : ['applications', 'they are'];
  const more = `Your other ${applications} on this list will be behind those of every other family: ${they} then ${listed(others.map(ordinal))}.`;
  return [stay, `${more} ${eitherWay}`];
};

/** The only text that a family gets about the order of a waiting list: "You are 3rd" (WAI-03). */
export const rankText = (rank: number): string => `You are ${ordinal(rank)}`;
