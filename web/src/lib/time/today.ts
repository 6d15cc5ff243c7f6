import { useEffect, useReducer, useSyncExternalStore } from 'react';
import { type BusinessMoment, toCalendarDate, type WallClock, wallClock } from '#shared/lib/business-time';
import { hourMs, minuteMs, secondMs } from '#shared/lib/durations';
import { formatDate } from '#shared/lib/format';
import type { CalendarDate, Instant } from '#shared/lib/values';
import { siteConfig } from '../api/config.ts';
import { onServerTime, serverDateOf, serverNow, serverToday } from './server-clock.ts';

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
  wallClock(new Date(instant), siteConfig().timeZone);

/** Timers of browsers hold at most 31 bits of milliseconds. */
const longestWaitMs = 24 * hourMs;

/** How long until an instant by the server's clock, in milliseconds; 0 once it has come (BOK-51). */
export const msUntil = (at: Instant): number => Math.max(0, Date.parse(at) - serverNow().getTime());

/** How long what is shown of the time that is left stays true: it shows seconds in the last hour, else minutes. */
const shownMs = (leftMs: number): number => {
  const unit = leftMs <= hourMs ? secondMs : minuteMs;
  return leftMs % unit || unit;
};

/**
 * Renders a component again when an instant comes by the server's clock, without a request; also each time that an answer
 * corrects the clock, and when the page becomes visible.
 * @param counts whether the component shows how much time is left
 */
export const useInstant = (at: Instant | null, { counts = false } = {}): void => {
  const [renders, render] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each render sets the next timer.
  useEffect(() => {
    const leftMs = at === null ? 0 : msUntil(at);
    if (leftMs === 0) return;
    const timer = setTimeout(render, Math.min(longestWaitMs, counts ? shownMs(leftMs) : leftMs));
    const stop = onServerTime(render);
    document.addEventListener('visibilitychange', render);
    return () => {
      clearTimeout(timer);
      stop();
      document.removeEventListener('visibilitychange', render);
    };
  }, [at, counts, renders]);
};
