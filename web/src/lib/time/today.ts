import { type BusinessMoment, businessMoment } from '#shared/domain/business-time';
import { toCalendarDate } from '#shared/domain/calendar';
import { formatInstantDate } from '#shared/domain/format';
import type { CalendarDate, Instant } from '#shared/schemas/values';
import { siteConfig } from '../api/config.ts';

/** Today in the time zone of the business, independent of the device (PRC-23). */
export const businessToday = (): CalendarDate => toCalendarDate(new Date(), siteConfig().timeZone);

/** The present moment with its day in business time. */
export const businessNow = (): BusinessMoment => businessMoment(new Date(), siteConfig().timeZone);

/** The date of an instant in the time zone of the business: "Sep 6, 2025". */
export const businessDate = (instant: Instant): string => formatInstantDate(instant, siteConfig().timeZone);
