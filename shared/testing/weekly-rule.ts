import type { ProgramDates } from '#shared/domain/classes/schedule';
import { remainingWeeks } from '#shared/domain/pricing/pricing';
import type { ClassSummary } from '#shared/schemas/class';
import { type CalendarDate, type Cents, centsSchema } from '#shared/schemas/values';

type RatedProgram = ProgramDates & Pick<ClassSummary, 'weekly_rate'>;

/** PRC-04, stated a second time. */
export const billedWeeks = (weeks: number): number => Math.max(3, weeks);

/** The price of a full programme by the plain weekly rule (PRC-04): the reference for classes without changes (CAL-02). */
export const programPrice = (cls: RatedProgram, today: CalendarDate): Cents =>
  centsSchema.parse(billedWeeks(remainingWeeks(cls, today)) * cls.weekly_rate);

/** The price of a booking by the plain weekly rule (PRC-04, PRC-15). */
export const bookingAmount = (cls: RatedProgram, isTrial: boolean, today: CalendarDate): Cents =>
  isTrial ? cls.weekly_rate : programPrice(cls, today);
