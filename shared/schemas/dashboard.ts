import * as z from 'zod/mini';
import { footballClassSchema } from './class.ts';
import { calendarDateSchema, centsSchema } from './values.ts';

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
  /** Classes with sessions in this time, ordered by next date; all slots of a class meet on each of its dates. */
  upcoming: z.array(
    z.extend(
      z.pick(footballClassSchema, {
        id: true,
        class_type: true,
        venue: true,
        coach_name: true,
        time_slots: true,
      }),
      { dates: z.array(calendarDateSchema) },
    ),
  ),
});
export type Dashboard = z.infer<typeof dashboardSchema>;
