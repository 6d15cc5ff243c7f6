import { addYears, lightFormat, parseISO } from 'date-fns';
import { policies } from '#shared/policies';
import { type CalendarDate, calendarDateSchema } from '#shared/schemas/values';

/** The first day on which an entry of an erased account is no longer kept (END-12). */
export const retentionEnd = (day: CalendarDate): CalendarDate =>
  calendarDateSchema.parse(lightFormat(addYears(parseISO(day), policies.money.retentionYears), 'yyyy-MM-dd'));
