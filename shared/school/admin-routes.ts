import * as z from 'zod/mini';
import { findSchema, foundSchema, managedFamilySchema } from '#shared/families/admin-routes';
import { namedActivitySchema } from '#shared/school/activity';
import { openingStepSchema } from '#shared/school/opening';
import { saveSettingsSchema, schoolSettingsSchema } from '#shared/school/settings';
import { classTypeSchema, footballClassSchema } from '../classes/class.ts';
import { type Route, routeOf } from '../contract/route.ts';
import { cardModeSchema } from '../ledger/entry.ts';
import { activityIdSchema, classIdSchema, slotIdSchema } from '../lib/ids.ts';
import { calendarDateSchema, centsSchema, wallTimeSchema } from '../lib/values.ts';
import { slotSessionSchema } from '../sessions/slot.ts';

/** Today included. */
export const dashboardDays = 8;

/** Before and after this week. */
export const seasonWeeks = { before: 5, after: 10 } as const;

const seasonWeekSchema = z.object({
  monday: calendarDateSchema,
  /** Programmes without sessions are absent. */
  programmes: z.array(z.object({ class_type: classTypeSchema, booked: z.int(), places: z.int() })),
  /** Bookings whose slot has a session in the week. */
  bookings: z.int(),
  amount: centsSchema,
});
export type SeasonWeek = z.infer<typeof seasonWeekSchema>;

const namedFamilySchema = z.pick(managedFamilySchema, { id: true, full_name: true });

const namedSessionSchema = z.extend(z.pick(footballClassSchema, { class_type: true, venue: true }), {
  class_id: classIdSchema,
  slot_id: slotIdSchema,
  start_time: wallTimeSchema,
  date: calendarDateSchema,
});

export const dashboardSchema = z.object({
  classes: z.int(),
  /** Empty where all is done, or the list was put away (SCH-03). */
  opening: z.array(openingStepSchema),
  /** Whether families can pay: by instructions, a link, or card. */
  settings_saved: z.boolean(),
  bookings: z.int(),
  /** All accounts but administrators without child and booking. */
  members: z.int(),
  /** Cancelled sessions included, in the order of the first session. */
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
      /** Ascending. */
      { sessions: z.array(slotSessionSchema) },
    ),
  ),
  weeks: z.array(seasonWeekSchema),
  /** Cancelled sessions without a make-up date or credit yet, ascending (CAN-03). */
  undecided: z.array(namedSessionSchema),
  /** Neither coach nor cover, ascending (COA-07). Empty where no account is a coach: administrators lead all. */
  without_coach: z.array(namedSessionSchema),
  /** Pairs that may be the same family (FID-11). */
  same_families: z.array(z.object({ one: namedFamilySchema, other: namedFamilySchema })),
  /** Families that lost their last login (FID-07). */
  without_login: z.array(namedFamilySchema),
  /** Families whose invitation ended after wrong answers (FID-09). */
  wrong_answers: z.array(namedFamilySchema),
  /** Disputes, failed debits and what was set aside of payments by card (CRD-03, CRD-04). Their rows alone read them, as `CardTask`. */
  card_tasks: z._default(z.array(z.looseObject({})), []),
  /** What the last comparison with Stripe found (CRD-05). */
  card_differences: z._default(z.int(), 0),
});
export type Dashboard = z.infer<typeof dashboardSchema>;

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
      entries: z.array(namedActivitySchema),
      next_cursor: z.nullable(activityIdSchema),
    }),
    errors: [],
  },
  getSettings: {
    ...routeOf.admin,
    method: 'GET',
    path: '/api/admin/settings',
    summary: 'The settings of the school: how families pay, when, and discounts',
    response: z.extend(schoolSettingsSchema, { pay_by_card: z._default(z.nullable(cardModeSchema), null) }),
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
