import { newClassId, newSlotId, newVenueId } from '#functions/data/ids';
import { venueOfClass } from '#functions/data/venues/venues';
import { defaultEndDate } from '#shared/domain/classes/schedule';
import { savedClassPrice } from '#shared/domain/pricing/pricing';
import { toCalendarDate } from '#shared/domain/time/business-time';
import { addDays } from '#shared/domain/time/calendar';
import { instantOf } from '#shared/domain/time/instant-of';
import { dayMs } from '#shared/domain/time/milliseconds';
import { limits } from '#shared/limits';
import { programmeIds } from '#shared/programmes';
import type { FootballClass } from '#shared/schemas/class';
import { userIdSchema } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import { centsSchema, wallTimeSchema } from '#shared/schemas/values';
import type { Venue } from '#shared/schemas/venue';
import type { Fake } from './fake.ts';

/** Range of start dates in days from today, and days between announcement and start. */
const startsFrom = -300;
const startsTo = 40;
const announcedDaysBefore = 60;

const firstSlotMinute = 8 * 60;
const slotMinutes = 40;

const wallTime = (minute: number) =>
  wallTimeSchema.parse(
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  );

/** The n-th part of a total that is divided into whole parts. */
const shareOf = (total: number, places: number, place: number): number =>
  Math.floor(((place + 1) * total) / places) - Math.floor((place * total) / places);

/** Classes over the past ten months and the coming weeks. Their slots have the maximum capacity. */
export const makeClasses = (
  { classes, slots }: { readonly classes: number; readonly slots: number },
  now: Date,
  { faker, number, ofFamily }: Fake,
): FootballClass[] => {
  const venues = faker.helpers
    .multiple(() => faker.location.street(), { count: 11 })
    .flatMap((street, at) =>
      [1, 2, 3, 4, 5, 6].map(
        (pitch): Venue => ({
          id: newVenueId(new Date(now.getTime() - (at * 6 + pitch) * dayMs), number),
          // Two streets may have the same name.
          name: `${street} Sports Ground ${at + 1}, Pitch ${pitch}`,
          address: `${at + 1} ${street}`,
          map_url: null,
          directions: null,
          version: 1,
          changed_at: instantOf(now),
        }),
      ),
    );
  const coaches = faker.helpers.multiple(() => ofFamily().person.fullName(), { count: 9 });
  const createdBy = userIdSchema.parse(faker.string.uuid());
  const today = toCalendarDate(now, 'UTC');
  return Array.from({ length: classes }, (_, place) => {
    const startsIn = Math.round(startsFrom + ((startsTo - startsFrom) * (place + 1)) / classes);
    const createdAt = new Date(now.getTime() + (startsIn - announcedDaysBefore) * dayMs + place * 60_000);
    const id = newClassId(createdAt, number);
    const start_date = addDays(today, startsIn);
    const dates = { start_date, end_date: defaultEndDate(start_date) };
    const weekly_rate = centsSchema.parse(faker.number.int({ min: 7, max: 14 }) * 250);
    return {
      id,
      class_type: faker.helpers.arrayElement(programmeIds),
      ...venueOfClass(faker.helpers.arrayElement(venues)),
      coach_name: faker.helpers.arrayElement(coaches),
      price: savedClassPrice(dates, weekly_rate),
      trial_price: null,
      weekly_rate,
      ...dates,
      skipped_dates: [],
      session_changes: [],
      opens_for_current_at: null,
      opens_at: null,
      created_by: createdBy,
      image_url: null,
      created_at: instantOf(createdAt),
      time_slots: Array.from(
        { length: shareOf(slots, classes, place) },
        (_, at): TimeSlot => ({
          id: newSlotId(new Date(createdAt.getTime() + at), number),
          class_id: id,
          start_time: wallTime(firstSlotMinute + at * slotMinutes),
          end_time: wallTime(firstSlotMinute + (at + 1) * slotMinutes),
          max_capacity: limits.slotCapacity,
          current_bookings: 0,
          calendar_version: 0,
        }),
      ),
    };
  });
};
