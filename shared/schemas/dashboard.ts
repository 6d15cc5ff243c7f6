import * as z from 'zod/mini';
import { footballClassSchema } from './class.ts';
import { calendarDateSchema, centsSchema } from './values.ts';

/** How far the dashboard looks ahead, today included. */
export const dashboardDays = 14;

/** What the owner sees first: figures from counters, and what happens in the coming two weeks. */
export const dashboardSchema = z.object({
  classes: z.int(),
  bookings: z.int(),
  /** Accounts without the admin role. */
  members: z.int(),
  /** Of all bookings as agreed when they were made, in cents (ADM-10). */
  revenue: centsSchema,
  /** Classes that meet in the coming two weeks, by their next date; every slot of a class meets on each date. */
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
