import * as z from 'zod/mini';
import { compareTimes } from '#shared/lib/business-time';
import { limits } from '#shared/limits';
import { programmeIds } from '#shared/programmes';
import { classIdSchema, userIdSchema, venueIdSchema } from '../lib/ids.ts';
import { publicLinkSchema } from '../lib/public-link.ts';
import { calendarDateSchema, centsSchema, instantSchema, nameText, singleLineText } from '../lib/values.ts';
import { sessionChangesSchema, skippedDatesSchema, type TimeSlot, timeSlotSchema } from '../sessions/slot.ts';

/** What a class has of its venue besides the name: a copy, which follows the venue. */
export const venueDetailsSchema = z.object({
  id: venueIdSchema,
  address: z.string(),
  /** A page that shows the venue on a map; null where the address is searched for. */
  map_url: z.nullable(z.url({ protocol: /^https$/ })),
  /** How to find the pitch: "Gate B, behind the school". */
  directions: z.nullable(z.string()),
  /** Raised by each change of the venue. */
  version: z.int().check(z.positive()),
  changed_at: instantSchema,
});
export type VenueDetails = z.infer<typeof venueDetailsSchema>;

/** Names are unique (SET-02): two writings of one name are the same (`isSameText`). */
export const venueSchema = z.extend(venueDetailsSchema, { name: z.string() });
export type Venue = z.infer<typeof venueSchema>;

export const createVenueSchema = z.strictObject({
  name: nameText(limits.venueLength, 'Please enter a name'),
  address: singleLineText(limits.venueAddressLength, 'Please enter an address'),
  map_url: z.nullable(publicLinkSchema()),
  directions: z.nullable(singleLineText(limits.venueDirectionsLength, 'Please enter directions')),
});
export type CreateVenue = z.infer<typeof createVenueSchema>;

export const classTypeSchema = z.enum(programmeIds, 'Please choose a class type');
export type ClassType = z.infer<typeof classTypeSchema>;

/** `price` is the stored total, used only as a fallback (PRC-17). */
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
  /** Since when the school does not sell the class (OPS-08). Absent while it is on sale. */
  off_sale_since: z.optional(instantSchema),
  created_at: instantSchema,
});
export type ClassSummary = z.infer<typeof classSummarySchema>;

/** Slots ascend by start time (DAT-01, DAT-11). */
export const footballClassSchema = z.extend(classSummarySchema, { time_slots: z.array(timeSlotSchema) });
export type FootballClass = z.infer<typeof footballClassSchema>;

type Places = Pick<TimeSlot, 'max_capacity' | 'current_bookings'>;
type Start = Pick<TimeSlot, 'start_time'>;

/** For DAT-09. 0 also for a slot with more bookings than places. */
export const placesLeft = ({ max_capacity, current_bookings }: Places): number =>
  Math.max(0, max_capacity - current_bookings);

/** The taken places without the held ones (WAI-05). */
export const bookingCount = ({
  current_bookings,
  held = 0,
}: Pick<TimeSlot, 'current_bookings' | 'held'>): number => current_bookings - held;

export const isFull = (slot: Places): boolean => placesLeft(slot) === 0;

/** Ascending (DAT-11); for `toSorted`. */
export const byStartTime = (one: Start, other: Start): number =>
  compareTimes(one.start_time, other.start_time);
