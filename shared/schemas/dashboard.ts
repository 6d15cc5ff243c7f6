import * as z from 'zod/mini';
import { classTypeSchema, footballClassSchema } from './class.ts';
import { classIdSchema, slotIdSchema } from './ids.ts';
import { slotSessionSchema } from './session.ts';
import { calendarDateSchema, centsSchema, wallTimeSchema } from './values.ts';

/** Days that the dashboard shows, today included. */
export const dashboardDays = 8;

/** Weeks of the pictures: some before this one, and some after it. */
export const seasonWeeks = { before: 5, after: 10 } as const;

/** What happens in one week, by the sessions that are on. */
const seasonWeekSchema = z.object({
  monday: calendarDateSchema,
  /** Booked and offered places of a programme's sessions; programmes without sessions are absent. */
  programmes: z.array(z.object({ class_type: classTypeSchema, booked: z.int(), places: z.int() })),
  /** Bookings whose slot has a session in the week. */
  bookings: z.int(),
  /** The part of their amounts that falls to the week, each spread evenly over the sessions of its slot, in cents. */
  amount: centsSchema,
});
export type SeasonWeek = z.infer<typeof seasonWeekSchema>;

/** A session in a list. */
const namedSessionSchema = z.extend(z.pick(footballClassSchema, { class_type: true, venue: true }), {
  class_id: classIdSchema,
  slot_id: slotIdSchema,
  start_time: wallTimeSchema,
  date: calendarDateSchema,
});

/** The dashboard: key figures, the classes of today and the next seven days, and the weeks of the season. */
export const dashboardSchema = z.object({
  classes: z.int(),
  /** Whether an administrator has said how families pay: before that, emails have the instructions of the brand. */
  settings_saved: z.boolean(),
  bookings: z.int(),
  /** Families: all accounts but administrators without a child or booking. */
  members: z.int(),
  /** Classes with sessions in this time, cancelled ones included, ordered by the first of them. */
  upcoming: z.array(
    z.extend(
      z.pick(footballClassSchema, {
        id: true,
        class_type: true,
        venue: true,
        venue_details: true,
        coach_name: true,
        time_slots: true,
      }),
      /** Ascending by date. */
      { sessions: z.array(slotSessionSchema) },
    ),
  ),
  /** Ascending, without the weeks before the first and after the last with a session. */
  weeks: z.array(seasonWeekSchema),
  /** Cancelled sessions for which a make-up date or a credit was not chosen yet, ascending (CAN-03). */
  undecided: z.array(namedSessionSchema),
  /**
   * Sessions of these days that no coach is to lead, neither one of the class nor a cover, ascending (COA-07). Empty where no
   * account is a coach: then administrators lead them all.
   */
  without_coach: z.array(namedSessionSchema),
});
export type Dashboard = z.infer<typeof dashboardSchema>;
