import * as z from 'zod/mini';
import { footballClassSchema } from './class.ts';
import { classIdSchema, slotIdSchema } from './ids.ts';
import { slotSessionSchema } from './session.ts';
import { calendarDateSchema, centsSchema, wallTimeSchema } from './values.ts';

/** Days that the dashboard shows, today included. */
export const dashboardDays = 14;

/** The dashboard: key figures, and the classes of the next two weeks. */
export const dashboardSchema = z.object({
  classes: z.int(),
  bookings: z.int(),
  /** Accounts without the admin role. */
  members: z.int(),
  /** Sum of the agreed amounts of all bookings, in cents (ADM-10). */
  revenue: centsSchema,
  /** Classes with sessions in this time, cancelled ones included, ordered by the first of them. */
  upcoming: z.array(
    z.extend(
      z.pick(footballClassSchema, {
        id: true,
        class_type: true,
        venue: true,
        coach_name: true,
        time_slots: true,
      }),
      /** Ascending by date. */
      { sessions: z.array(slotSessionSchema) },
    ),
  ),
  /** Cancelled sessions for which a make-up date or a credit was not chosen yet, ascending (CAN-03). */
  undecided: z.array(
    z.extend(z.pick(footballClassSchema, { class_type: true, venue: true }), {
      class_id: classIdSchema,
      slot_id: slotIdSchema,
      start_time: wallTimeSchema,
      date: calendarDateSchema,
    }),
  ),
});
export type Dashboard = z.infer<typeof dashboardSchema>;
