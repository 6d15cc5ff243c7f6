import { toCalendarDate } from '#shared/domain/calendar';
import { formatInstantDate } from '#shared/domain/format';
import type { CalendarDate, Instant } from '#shared/schemas/values';
import { siteConfig } from '../api/config.ts';

/** Today where the business is, whatever zone the visitor's device is set to (PRC-23). */
export const businessToday = (): CalendarDate => toCalendarDate(new Date(), siteConfig().timeZone);

/** The business day of a stored moment: "Sep 6, 2025". */
export const businessDate = (instant: Instant): string => formatInstantDate(instant, siteConfig().timeZone);
