import * as z from 'zod/mini';
import { bookingDetailsSchema, bookingSchema } from './booking.ts';
import { coachCardSchema } from './child.ts';
import { managedClassSchema } from './class-input.ts';
import { slotIdSchema } from './ids.ts';
import { paymentStateSchema } from './payment-state.ts';
import { calendarDateSchema, centsSchema } from './values.ts';

/** A booking on a roster, with the child's present card and date of birth; empty where the child was removed. */
const rosterEntrySchema = z.extend(bookingSchema, {
  parent: bookingDetailsSchema.shape.parent,
  ...coachCardSchema.shape,
  date_of_birth: z.nullable(calendarDateSchema),
  /** The value of the sessions left: what a move to another class credits (MOV-03). */
  sessions_left: centsSchema,
  /** The agreed dates of its sessions that were credited, which a move does not give again. */
  credited_dates: z.array(calendarDateSchema),
  payment: paymentStateSchema,
  /**
   * Of a booking that moved to another slot of the class: its sessions from today on that stayed in this slot. Null for a
   * booking of the slot.
   */
  only_dates: z.nullable(z.array(calendarDateSchema)),
});
export type RosterEntry = z.infer<typeof rosterEntrySchema>;

/** A class with the bookings of one of its slots, newest first; null as slot for a class without slots. */
export const rosterSchema = z.object({
  class: managedClassSchema,
  time_slot_id: z.nullable(slotIdSchema),
  bookings: z.array(rosterEntrySchema),
});
export type Roster = z.infer<typeof rosterSchema>;
