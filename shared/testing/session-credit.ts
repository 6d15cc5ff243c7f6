import { type ChargedBooking, leftOfCharge } from '#shared/domain/bookings/endings';
import { sessionValues } from '#shared/domain/pricing/session-value';
import { type CalendarDate, type Cents, centsSchema } from '#shared/schemas/values';

/**
 * The independent model of the credit of one session of a live booking: its value (BOK-55), within what is left of the
 * charge; 0 for a date that the booking does not cover (CAN-09, CAN-10).
 */
export const sessionCredit = (booking: ChargedBooking, date: CalendarDate): Cents => {
  const { amount, sessions } = booking;
  const at = sessions.findIndex((session) => session.date === date);
  const value = sessionValues(amount, sessions.length)[at] ?? 0;
  return centsSchema.parse(Math.min(value, leftOfCharge(booking)));
};
