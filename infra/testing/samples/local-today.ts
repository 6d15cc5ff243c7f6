import { defaultTimeZone } from '#infra/settings/defaults';
import { toCalendarDate } from '#shared/domain/time/business-time';
import type { CalendarDate } from '#shared/schemas/values';

/** Today on the clocks of the local system, whose business has the zone of every stage. */
export const localToday = (): CalendarDate => toCalendarDate(new Date(), defaultTimeZone);
