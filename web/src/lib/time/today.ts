import { useSyncExternalStore } from 'react';
import { formatDate } from '#shared/domain/text/format';
import { type BusinessMoment, toCalendarDate, wallClock } from '#shared/domain/time/business-time';
import type { WallClock } from '#shared/domain/time/utc-clock';
import type { CalendarDate, Instant } from '#shared/schemas/values';
import { siteConfig } from '../api/config.ts';
import { onServerTime, serverClockAt, serverDateOf, serverNow, serverToday } from './server-clock.ts';

/** The present moment with its day in the time zone of the business, independent of the device (PRC-23, BOK-51). */
export const businessNow = (): BusinessMoment => {
  const now = serverNow();
  const { timeZone } = siteConfig();
  return { now, today: serverToday(now) ?? toCalendarDate(now, timeZone), timeZone };
};

/** Today in the time zone of the business. */
export const businessToday = (): CalendarDate => businessNow().today;

/** Renders a component again at the server's first answer, and when an answer brings another day. */
export const useDayChange = (): void => {
  // While prerendering there is no answer, and no data that a date is read for.
  useSyncExternalStore(onServerTime, serverToday, () => null);
};

/** Today, for components. */
export const useBusinessToday = (): CalendarDate => {
  useDayChange();
  return businessToday();
};

/** The present moment, for components. */
export const useBusinessNow = (): BusinessMoment => {
  useDayChange();
  return businessNow();
};

/** The date of an instant in the time zone of the business: "Sep 6, 2025". */
export const businessDate = (instant: Instant): string =>
  formatDate(serverDateOf(instant) ?? toCalendarDate(new Date(instant), siteConfig().timeZone));

/** What the calendars and clocks of the business showed at an instant. */
export const businessClock = (instant: Instant): WallClock =>
  serverClockAt(instant) ?? wallClock(new Date(instant), siteConfig().timeZone);
