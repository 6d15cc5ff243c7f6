import type { BusinessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { Cents } from '#shared/schemas/values';
import { type BookingToEnd, endableBooking } from './endable-booking.ts';
import { sessionsLeftValue } from './endings.ts';

/** The value of the sessions left of a stored booking at a moment: what a move to another class credits (MOV-03). */
export const sessionsLeft = (parts: BookingToEnd, { now, timeZone }: BusinessMoment): Cents =>
  sessionsLeftValue(endableBooking(parts, timeZone), instantOf(now));
