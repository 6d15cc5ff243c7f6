import { type BusinessMoment, toCalendarDate, toInstant } from '#shared/domain/time/business-time';
import { addDays } from '#shared/domain/time/calendar';
import { instantOf } from '#shared/domain/time/instant-of';
import { hourMs } from '#shared/domain/time/milliseconds';
import { policies } from '#shared/policies';
import { type CalendarDate, type WallTime, wallTimeSchema } from '#shared/schemas/values';
import type { WaitingOffer } from '#shared/schemas/waiting';

/** The sessions of one slot that are on: dates, ascending, each at the slot's start in business time. */
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

/** The hours between two moments without those of the nights; 0 if `to` is the earlier moment. */
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

/** The moment itself if it is in the daytime, else the end of the last daytime before it. */
const lastDaytime = (moment: Date, timeZone: string): Date => {
  const day = toCalendarDate(moment, timeZone);
  if (moment < toInstant(day, dayStart, timeZone)) return toInstant(addDays(day, -1), dayEnd, timeZone);
  const end = toInstant(day, dayEnd, timeZone);
  return moment > end ? end : moment;
};

/**
 * The terms of an offer that is made now (WAI-06). It is open until the end of the next day, or until shortly before
 * the first session that its places cover, if that is earlier. A session that leaves too little daytime to answer is
 * left out: the places then cover the sessions after it.
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
