import * as z from 'zod/mini';
import { findSchema, foundSchema, managedFamilySchema } from '#shared/families/admin-routes';
import { activityEntrySchema } from '#shared/school/activity';
import { openingStepSchema } from '#shared/school/opening';
import { saveSettingsSchema, schoolSettingsSchema } from '#shared/school/settings';
import { classTypeSchema, footballClassSchema } from '../classes/class.ts';
import { type Route, routeOf } from '../contract/route.ts';
import { activityIdSchema, classIdSchema, slotIdSchema } from '../lib/ids.ts';
import { calendarDateSchema, centsSchema, wallTimeSchema } from '../lib/values.ts';
import { slotSessionSchema } from '../sessions/slot.ts';

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

/** A family in a list. */
const namedFamilySchema = z.pick(managedFamilySchema, { id: true, full_name: true });

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
  /** What opens the school; empty where all of it is done, or the list was put away (SCH-03). */
  opening: z.array(openingStepSchema),
  /** Whether an administrator has said how families pay. */
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
  /** Pairs of families that may be the same one (FID-11). */
  same_families: z.array(z.object({ one: namedFamilySchema, other: namedFamilySchema })),
  /** Families that lost their last login (FID-07). */
  without_login: z.array(namedFamilySchema),
  /** Families whose invitation ended after wrong answers (FID-09). */
  wrong_answers: z.array(namedFamilySchema),
});
export type Dashboard = z.infer<typeof dashboardSchema>;

/** Routes for administrators: the school as a whole. */
export const schoolRoutes = {
  getDashboard: {
    ...routeOf.admin,
    currentRole: false,
    method: 'GET',
    path: '/api/admin/dashboard',
    summary: 'The figures of the business and the classes of the coming two weeks',
    response: dashboardSchema,
    errors: [],
  },
  searchEverything: {
    ...routeOf.admin,
    method: 'POST',
    path: '/api/admin/search',
    summary:
      'Families by the beginnings of names, email or phone, with the newest bookings of the first ones',
    body: findSchema,
    readOnly: true,
    response: foundSchema,
    errors: [],
  },
  listActivity: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/activity',
    summary: 'Who changed what and when, newest first',
    query: z.strictObject({ cursor: z.optional(activityIdSchema) }),
    response: z.object({
      entries: z.array(activityEntrySchema),
      next_cursor: z.nullable(activityIdSchema),
    }),
    errors: [],
  },
  getSettings: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/settings',
    summary: 'The settings of the school: how families pay, when, and discounts',
    response: schoolSettingsSchema,
    errors: [],
  },
  saveSettings: {
    ...routeOf.admin,
    method: 'PATCH',
    path: '/api/admin/settings',
    freshSignIn: 'sometimes',
    summary: 'Change the settings of the school. Where families pay needs a fresh sign-in',
    body: saveSettingsSchema,
    response: schoolSettingsSchema,
    errors: ['freshSignInRequired'],
  },
} as const satisfies Record<string, Route>;

export type SchoolRoutes = typeof schoolRoutes;
