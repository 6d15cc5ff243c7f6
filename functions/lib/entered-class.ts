import { savedClassPrice } from '#shared/domain/pricing/pricing';
import { instantOf } from '#shared/domain/time/instant-of';
import type { CreateClass } from '#shared/schemas/class-input';
import type { ClassId, UserId } from '#shared/schemas/ids';
import type { Venue } from '#shared/schemas/venue';
import type { NewClass } from '../data/classes/classes.ts';
import { newSlotId } from '../data/ids.ts';
import { venueOfClass } from '../data/venues/venues.ts';

interface Creation {
  readonly id: ClassId;
  readonly venue: Venue;
  readonly by: UserId;
  readonly now: Date;
}

/** The class that a saved form describes, with its total price (PRC-16). */
export const enteredClass = (
  { venue_id: _, ...entered }: CreateClass,
  { id, venue, by, now }: Creation,
): NewClass => ({
  ...entered,
  ...venueOfClass(venue),
  id,
  price: savedClassPrice(entered, entered.weekly_rate),
  trial_price: null,
  session_changes: [],
  created_by: by,
  created_at: instantOf(now),
  time_slots: entered.time_slots.map((slot) => ({
    ...slot,
    id: newSlotId(now),
    class_id: id,
    current_bookings: 0,
    calendar_version: 0,
  })),
});
