import * as z from 'zod/mini';
import { bookingDetailsSchema } from './booking.ts';
import { discountFactsSchema } from './discount-facts.ts';
import { endedBookingSchema } from './ended-booking.ts';
import { childIdSchema, classIdSchema, slotIdSchema } from './ids.ts';
import { markedSessionSchema } from './register.ts';
import { timeSlotSchema } from './slot.ts';
import { paymentStateSchema } from './payment-state.ts';
import { calendarDateSchema, centsSchema, instantSchema } from './values.ts';

/** A family's booking that is not ended. */
const myBookingSchema = z.extend(bookingDetailsSchema, {
  payment: paymentStateSchema,
  /** What cancelling it now does; null where its slot has no session to come. */
  ending: z.nullable(
    z.object({
      /** The last moment at which it is free of charge (END-05). */
      free_until: instantSchema,
      /** What is credited now. */
      credit: centsSchema,
    }),
  ),
  /** The value of the sessions left: what a move to another class credits (MOV-03). */
  sessions_left: centsSchema,
  /** The agreed dates of its sessions that were credited, which a move does not give again. */
  credited_dates: z.array(calendarDateSchema),
  /** The dates on which its child does not come, as the family said (ABS-01), ascending. */
  not_coming: z.array(calendarDateSchema),
  /** Its sessions with a mark, by date (REG-09). */
  attendance: z.array(markedSessionSchema),
  /** Of a trial: what the programme cost when it was booked (TRI-03). */
  program_price: z.optional(centsSchema),
  /** The slots of its class that it moved from and that have sessions of it. */
  earlier_times: z.array(z.pick(timeSlotSchema, { id: true, start_time: true, end_time: true })),
  /** Of a trial that a cancellation moved to its date: that of the cancelled session (CAN-08). */
  moved_from_date: z.optional(calendarDateSchema),
});
export type MyBooking = z.infer<typeof myBookingSchema>;

const myEndedBookingSchema = z.extend(endedBookingSchema, { payment: paymentStateSchema });
export type MyEndedBooking = z.infer<typeof myEndedBookingSchema>;

/** A family's bookings, live and ended, each newest first. */
export const myBookingsSchema = z.object({
  bookings: z.array(myBookingSchema),
  ended: z.array(myEndedBookingSchema),
  discounts: discountFactsSchema,
});

export type MyBookings = z.infer<typeof myBookingsSchema>;

/** Cancels a booking. `credit` is what was shown: the API refuses another one (END-05). */
export const cancelBookingSchema = z.strictObject({
  class_id: classIdSchema,
  time_slot_id: slotIdSchema,
  child_id: childIdSchema,
  credit: centsSchema,
});
