import type { FootballClass } from '#shared/schemas/class';
import type { UpdateClass } from '#shared/schemas/class-input';
import { sampleVenue } from './samples.ts';

/** The fields of the class form without time slots, with the values of the sample class. */
export const enteredClass = {
  class_type: 'juniorballerz',
  venue_id: sampleVenue.id,
  coach_name: 'Sam Okafor',
  weekly_rate: 2000,
  start_date: '2025-09-06',
  end_date: '2025-11-01',
  skipped_dates: [],
  image_url: null,
  opens_for_current_at: null,
  opens_at: null,
};

/** The same for tests on the real clock: the class starts in the future. */
export const enteredFutureClass = { ...enteredClass, start_date: '2099-09-05', end_date: '2099-10-31' };

/** A row of the form for a new time slot. */
export const enteredSlot = { start_time: '09:00', end_time: '09:45', max_capacity: 5 };

/** The class form with the values of a class. Saving it changes only the version. */
export const formOf = (cls: FootballClass): Omit<UpdateClass, 'version'> => {
  const {
    class_type,
    venue_details,
    coach_name,
    weekly_rate,
    start_date,
    end_date,
    skipped_dates,
    image_url,
    opens_for_current_at,
    opens_at,
  } = cls;
  return {
    venue_id: venue_details.id,
    ...{ class_type, coach_name, weekly_rate, start_date, end_date, skipped_dates, image_url },
    ...{ opens_for_current_at, opens_at },
    time_slots: cls.time_slots.map(({ id, start_time, end_time, max_capacity }) => ({
      ...{ id, start_time, end_time, max_capacity },
    })),
  };
};

/** The form of a venue. */
export const enteredVenue = (name: string) => ({
  name,
  address: '12 Riverside Road, London SE1 2AB',
  map_url: null,
  directions: null,
});
