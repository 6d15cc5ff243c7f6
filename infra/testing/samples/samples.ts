import { createHash, randomUUID } from 'node:crypto';
import { newChildId, newClassId, newSlotId } from '#functions/data/ids';
import { venueOfClass } from '#functions/data/venues/venues';
import { emptyCard } from '#shared/domain/children/card';
import { answeredHealth } from '#shared/domain/children/health';
import { savedClassPrice } from '#shared/domain/pricing/pricing';
import { textKey } from '#shared/domain/text/fold-text';
import { addDays } from '#shared/domain/time/calendar';
import { instantOf } from '#shared/domain/time/instant-of';
import type { Child } from '#shared/schemas/child';
import type { FootballClass } from '#shared/schemas/class';
import { userIdSchema, venueIdSchema } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import type { TimeSlot } from '#shared/schemas/slot';
import { type CalendarDate, calendarDateSchema, centsSchema, wallTimeSchema } from '#shared/schemas/values';
import type { Venue } from '#shared/schemas/venue';

/** The time of tests: a Tuesday, four days before the fourth session of the sample class. */
export const sampleNow = new Date('2025-09-23T10:00:00Z');
export const sampleToday = calendarDateSchema.parse('2025-09-23');
export const sampleTimeZone = 'Europe/London';
/** Origin of the site, for links in emails. */
export const sampleSiteUrl = 'https://classes.example.com';
/** Sender of emails. */
export const sampleSender = 'Ballerz <hello@example.com>';

/** The venue of the sample class. */
export const sampleVenue: Venue = {
  id: venueIdSchema.parse(`ven_${'0'.repeat(26)}`),
  name: 'Riverside Sports Ground',
  address: '12 Riverside Road, London SE1 2AB',
  map_url: 'https://maps.example.com/riverside',
  directions: 'Gate B, behind the school',
  version: 1,
  changed_at: instantOf(sampleNow),
};

/** The venue of a name: two of one name are the same. */
export const sampleVenueNamed = (name: string): Venue => {
  const hash = createHash('sha256').update(textKey(name)).digest('hex').toUpperCase();
  return { ...sampleVenue, id: venueIdSchema.parse(`ven_0${hash.slice(0, 25)}`), name };
};

interface ClassOptions {
  readonly now?: Date;
  /** Capacity of each slot; by default one slot with ten places. */
  readonly capacities?: readonly number[];
  /** Of the first slot's start; each further one starts an hour later. A child is in one place at a time (BSK-04). */
  readonly hour?: number;
  readonly overrides?: Partial<FootballClass>;
}

/** A class in progress at $20.00 a week, with nine sessions since three weeks ago. */
export const sampleClass = ({
  now = sampleNow,
  capacities = [10],
  hour = 9,
  overrides = {},
}: ClassOptions = {}): FootballClass => {
  const id = newClassId(now);
  const start_date = calendarDateSchema.parse('2025-09-06');
  const dates = { start_date, end_date: addDays(start_date, 56) };
  const weekly_rate = centsSchema.parse(2000);
  const time_slots = capacities.map(
    (max_capacity, index): TimeSlot => ({
      id: newSlotId(now),
      class_id: id,
      start_time: wallTimeSchema.parse(`${String(hour + index).padStart(2, '0')}:00`),
      end_time: wallTimeSchema.parse(`${String(hour + index).padStart(2, '0')}:45`),
      max_capacity,
      current_bookings: 0,
      calendar_version: 0,
    }),
  );
  return {
    id,
    class_type: 'juniorballerz',
    ...venueOfClass(sampleVenue),
    coach_name: 'Sam Okafor',
    price: savedClassPrice(dates, weekly_rate),
    trial_price: null,
    weekly_rate,
    ...dates,
    skipped_dates: [],
    session_changes: [],
    created_by: userIdSchema.parse(randomUUID()),
    image_url: null,
    opens_for_current_at: null,
    opens_at: null,
    created_at: instantOf(now),
    time_slots,
    ...overrides,
  };
};

/**
 * Dates of a class in progress with the same price today and tomorrow, for tests that run past midnight on the real
 * clock.
 */
export const runningDates = (today: CalendarDate, { startedDaysAgo = 0 } = {}) => ({
  start_date: addDays(today, -startedDaysAgo),
  end_date: addDays(today, 58 - startedDaysAgo),
});

interface FamilyOptions {
  readonly now?: Date;
  readonly children?: readonly Partial<Omit<Child, 'id' | 'parent_id'>>[];
}

/** A parent, by default with one seven-year-old child with nothing to know about its health. */
export const sampleFamily = ({ now = sampleNow, children = [{}] }: FamilyOptions = {}): Family => {
  const id = userIdSchema.parse(randomUUID());
  const created_at = instantOf(now);
  return {
    profile: {
      id,
      email: `${id}@example.com`,
      full_name: 'Pat Parent',
      phone_number: '07700 900123',
      created_at,
      email_verified: true,
    },
    children: children.map((child, index) => ({
      id: newChildId(new Date(now.getTime() + index)),
      parent_id: id,
      name: 'Robin Parent',
      date_of_birth: calendarDateSchema.parse('2018-06-15'),
      ...emptyCard,
      ...answeredHealth(
        { medical_conditions: child.medical_conditions ?? null, nothing_to_know: true },
        created_at,
      ),
      created_at,
      ...child,
    })),
  };
};
