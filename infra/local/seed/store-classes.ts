import { newClassId, newSlotId } from '#functions/data/ids';
import type { Table } from '#functions/data/table';
import { venueOfClass } from '#functions/data/venues/venues';
import { defaultEndDate } from '#shared/domain/classes/schedule';
import { savedClassPrice } from '#shared/domain/pricing/pricing';
import { addDays, daysPerWeek } from '#shared/domain/time/calendar';
import { instantOf } from '#shared/domain/time/instant-of';
import type { FootballClass } from '#shared/schemas/class';
import type { UserId } from '#shared/schemas/ids';
import { type CalendarDate, centsSchema, wallTimeSchema } from '#shared/schemas/values';
import type { Venue } from '#shared/schemas/venue';
import { putClass } from './put-class.ts';
import type { SampleClass } from './sample-classes.ts';

/** Stores a class with empty slots; they are in the order of the sample. */
export const storeClass = async (
  table: Table,
  sample: SampleClass,
  {
    venue,
    today,
    createdBy,
    createdAt,
    coachIds,
  }: {
    venue: Venue;
    today: CalendarDate;
    createdBy: UserId;
    createdAt: Date;
    /** The accounts of its coaches. */
    coachIds: UserId[];
  },
): Promise<FootballClass> => {
  const id = newClassId(createdAt);
  const dates = {
    start_date: addDays(today, sample.startsIn),
    end_date: defaultEndDate(addDays(today, sample.startsIn)),
  };
  const weeklyRate = centsSchema.parse(sample.weeklyRate);
  const cls: FootballClass = {
    id,
    class_type: sample.type,
    ...venueOfClass(venue),
    coach_name: sample.coach,
    price: savedClassPrice(dates, weeklyRate),
    trial_price: null,
    weekly_rate: weeklyRate,
    ...dates,
    skipped_dates: (sample.skippedWeeks ?? []).map((week) => addDays(dates.start_date, week * daysPerWeek)),
    session_changes: [],
    created_by: createdBy,
    image_url: null,
    opens_for_current_at: null,
    opens_at: null,
    created_at: instantOf(createdAt),
    time_slots: sample.slots.map(({ time: [start, end], capacity }, at) => ({
      id: newSlotId(new Date(createdAt.getTime() + at)),
      class_id: id,
      start_time: wallTimeSchema.parse(start),
      end_time: wallTimeSchema.parse(end),
      max_capacity: capacity,
      current_bookings: 0,
      calendar_version: 0,
    })),
  };
  await putClass(table, { ...cls, coach_ids: coachIds });
  return cls;
};
