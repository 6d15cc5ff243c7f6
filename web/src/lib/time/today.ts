import { useSyncExternalStore } from 'react';
import { type BusinessMoment, businessMoment } from '#shared/domain/business-time';
import { toCalendarDate } from '#shared/domain/calendar';
import { formatInstantDate } from '#shared/domain/format';
import type { CalendarDate, Instant } from '#shared/schemas/values';
import { siteConfig } from '../api/config.ts';
import { onServerTime, serverNow } from './server-clock.ts';

/** Today in the time zone of the business, independent of the device (PRC-23, BOK-51). */
export const businessToday = (): CalendarDate => toCalendarDate(serverNow(), siteConfig().timeZone);

/** Renders a component again when an answer of the server brings another day. */
export const useDayChange = (): void => {
  // While prerendering there is no configuration, and no data that a date is read for.
  useSyncExternalStore(onServerTime, businessToday, () => null);
};

/** Today, for components. */
export const useBusinessToday = (): CalendarDate => {
  useDayChange();
  return businessToday();
};

/** The present moment with its day in business time. */
export const businessNow = (): BusinessMoment => businessMoment(serverNow(), siteConfig().timeZone);

/** The present moment, for components. */
export const useBusinessNow = (): BusinessMoment => {
  useDayChange();
  return businessNow();
};

/** The date of an instant in the time zone of the business: "Sep 6, 2025". */
export const businessDate = (instant: Instant): string => formatInstantDate(instant, siteConfig().timeZone);
