import * as z from 'zod/mini';
import { programmeIds } from '#shared/programmes';
import { classIdSchema, userIdSchema } from './ids.ts';
import { sessionChangesSchema, skippedDatesSchema } from './session.ts';
import { timeSlotSchema } from './slot.ts';
import { calendarDateSchema, centsSchema, instantSchema } from './values.ts';
import { venueDetailsSchema } from './venue.ts';

export const classTypeSchema = z.enum(programmeIds, 'Please choose a class type');
export type ClassType = z.infer<typeof classTypeSchema>;

/** A class without its slots. `price` is the stored total, used only as a fallback (PRC-17). */
export const classSummarySchema = z.object({
  id: classIdSchema,
  class_type: classTypeSchema,
  /** The name of the venue: a copy, like its details. */
  venue: z.string(),
  venue_details: venueDetailsSchema,
  coach_name: z.string(),
  price: centsSchema,
  /** Not used: a trial costs the weekly rate (DAT-05). */
  trial_price: z.nullable(centsSchema),
  weekly_rate: centsSchema,
  start_date: calendarDateSchema,
  end_date: calendarDateSchema,
  skipped_dates: skippedDatesSchema,
  session_changes: sessionChangesSchema,
  created_by: userIdSchema,
  image_url: z.nullable(z.url({ protocol: /^https$/ })),
  /** When families of the school may book from, before all others (TRM-06). Null: as everybody. */
  opens_for_current_at: z.nullable(instantSchema),
  /** When everybody may book from. Null: the class is open. */
  opens_at: z.nullable(instantSchema),
  created_at: instantSchema,
});
export type ClassSummary = z.infer<typeof classSummarySchema>;

/** A class with its time slots, ascending by start time (DAT-01, DAT-11). */
export const footballClassSchema = z.extend(classSummarySchema, { time_slots: z.array(timeSlotSchema) });
export type FootballClass = z.infer<typeof footballClassSchema>;
