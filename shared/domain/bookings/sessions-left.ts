import type { BusinessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { Cents } from '#shared/schemas/values';
import { sessionsLeftValue } from './changes.ts';
import { endableBooking } from './endable-booking.ts';

type Parts = Parameters<typeof endableBooking>;

/** The value of the sessions left of a stored booking at a moment: what a move to another class credits (MOV-03). */
export const sessionsLeft = (
  cls: Parts[0],
  slot: Parts[1],
  booking: Parts[2],
  { now, timeZone }: BusinessMoment,
): Cents => sessionsLeftValue(endableBooking(cls, slot, booking, timeZone), instantOf(now));
