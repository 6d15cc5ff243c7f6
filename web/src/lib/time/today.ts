import { useEffect, useReducer, useSyncExternalStore } from 'react';
import { type BusinessMoment, toCalendarDate, type WallClock, wallClock } from '#shared/lib/business-time';
import { hourMs, minuteMs, secondMs } from '#shared/lib/durations';
import { formatDate } from '#shared/lib/format';
import type { CalendarDate, Instant } from '#shared/lib/values';
import { siteConfig } from '../api/config.ts';
import { onServerTime, serverDateOf, serverNow, serverToday } from './server-clock.ts';

/** The moment with its day in the business's time zone, independent of the device (PRC-23, BOK-51). */
export const businessNow = (): BusinessMoment => {
  const now = serverNow();
  const { timeZone } = siteConfig();
  return { now, today: serverToday(now) ?? toCalendarDate(now, timeZone), timeZone };
};

export const businessToday = (): CalendarDate => businessNow().today;

/** Renders again at the server's first answer, and when an answer brings another day. */
export const useDayChange = (): void => {
  // While prerendering there is no answer, and no data with dates.
  useSyncExternalStore(onServerTime, serverToday, () => null);
};

export const useBusinessToday = (): CalendarDate => {
  useDayChange();
  return businessToday();
};

export const useBusinessNow = (): BusinessMoment => {
  useDayChange();
  return businessNow();
};

export const businessDate = (instant: Instant): string =>
  formatDate(serverDateOf(instant) ?? toCalendarDate(new Date(instant), siteConfig().timeZone));

export const businessClock = (instant: Instant): WallClock =>
  wallClock(new Date(instant), siteConfig().timeZone);

/** Timers of browsers hold at most 31 bits of milliseconds. */
const longestWaitMs = 24 * hourMs;

/** Milliseconds by the server's clock; 0 once the instant has come (BOK-51). */
export const msUntil = (at: Instant): number => Math.max(0, Date.parse(at) - serverNow().getTime());

/** How long a shown remaining time stays true: it has seconds in the last hour, else minutes. */
const shownMs = (leftMs: number): number => {
  const unit = leftMs <= hourMs ? secondMs : minuteMs;
  return leftMs % unit || unit;
};

/** Renders again when an instant comes by the server's clock. @param counts whether the component shows the remaining time */
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
