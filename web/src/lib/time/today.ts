import { useSyncExternalStore } from 'react';
import { toCalendarDate } from '#shared/domain/calendar';
import { formatInstantDate } from '#shared/domain/format';
import type { CalendarDate, Instant } from '#shared/schemas/values';
import { siteConfig } from '../api/config.ts';
import { onServerTime, serverNow } from './server-clock.ts';

/** Today in the time zone of the business, independent of the device (PRC-23, BOK-51). */
export const businessToday = (): CalendarDate => toCalendarDate(serverNow(), siteConfig().timeZone);

/** Today, for components: they render again when an answer of the server brings another day. */
export const useBusinessToday = (): CalendarDate =>
  useSyncExternalStore(onServerTime, businessToday, businessToday);

/** The date of an instant in the time zone of the business: "Sep 6, 2025". */
export const businessDate = (instant: Instant): string => formatInstantDate(instant, siteConfig().timeZone);

/** The calendar date of an instant in the time zone of the business. */
export const businessDay = (instant: Instant): CalendarDate =>
  toCalendarDate(new Date(instant), siteConfig().timeZone);
