import { createHash, randomUUID } from 'node:crypto';
import type { StoredBooking } from '#functions/booking/bookings';
import { newBookingId, newFamilyId } from '#functions/lib/ids';
import { messageIdOf } from '#functions/messages/messages';
import { newClass, newFamily, type SampleFamily } from '#infra/local/seed/world';
import { defaultTimeZone } from '#infra/settings/settings-schema';
import { bookingTerms } from '#shared/booking/booking-terms';
import { brand, senderOf } from '#shared/brand';
import type { FootballClass, Venue } from '#shared/classes/class';
import type { ChangedClass } from '#shared/classes/class-input';
import { slotPrice } from '#shared/classes/pricing';
import type { Child } from '#shared/families/family';
import { businessMoment, toCalendarDate } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { textKey } from '#shared/lib/fold-text';
import { idempotencyKeySchema, userIdSchema, venueIdSchema } from '#shared/lib/ids';
import { type CalendarDate, calendarDateSchema, centsSchema, instantOf } from '#shared/lib/values';
import type { MessageOf } from '#shared/messages/message';

/** The time of tests: a Tuesday, four days before the fourth session of the sample class. */
export const sampleNow = new Date('2025-09-23T10:00:00Z');
export const sampleToday = calendarDateSchema.parse('2025-09-23');
export const sampleTimeZone = 'Europe/London';
export const sampleSiteUrl = 'https://classes.example.com';
export const sampleSender = senderOf(brand.mailbox);

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
  const start_date = calendarDateSchema.parse('2025-09-06');
  const time = (index: number, minute: string) => `${String(hour + index).padStart(2, '0')}:${minute}`;
  const cls = newClass({
    createdAt: now,
    class_type: 'juniorballerz',
    venue: sampleVenue,
    coach_name: 'Sam Okafor',
    weekly_rate: centsSchema.parse(2000),
    start_date,
    end_date: addDays(start_date, 56),
    created_by: userIdSchema.parse(randomUUID()),
    slots: capacities.map((places, at) => ({ from: time(at, '00'), to: time(at, '45'), places })),
  });
  return { ...cls, ...overrides };
};

/**
 * Dates of a class in progress with the same price today and tomorrow, for tests that run past midnight on the real
 * clock.
 */
export const runningDates = (today: CalendarDate, { startedDaysAgo = 0 } = {}) => ({
  start_date: addDays(today, -startedDaysAgo),
  end_date: addDays(today, 58 - startedDaysAgo),
});

export type { SampleFamily };

interface FamilyOptions {
  readonly now?: Date;
  readonly children?: readonly Partial<Omit<Child, 'id' | 'parent_id'>>[];
}

/** A family with its holder's account, by default with one seven-year-old child with nothing to know about its health. */
export const sampleFamily = ({ now = sampleNow, children = [{}] }: FamilyOptions = {}): SampleFamily => {
  const id = userIdSchema.parse(randomUUID());
  return newFamily({
    id,
    joined: now,
    email: `${id}@example.com`,
    full_name: 'Pat Parent',
    phone_number: '07700 900123',
    children: children.map((child) => ({
      name: 'Robin Parent',
      date_of_birth: calendarDateSchema.parse('2018-06-15'),
      ...child,
    })),
  });
};

/**
 * The entry at an index of a list.
 * @throws Error if there is none
 */
export const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index];
  if (found === undefined) throw new Error(`no entry ${index}`);
  return found;
};

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

export const enteredSlot = { start_time: '09:00', end_time: '09:45', max_capacity: 5 };

export const formOf = (cls: FootballClass): ChangedClass => {
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
    class_type,
    coach_name,
    weekly_rate,
    start_date,
    end_date,
    skipped_dates,
    image_url,
    opens_for_current_at,
    opens_at,
    time_slots: cls.time_slots.map(({ id, start_time, end_time, max_capacity }) => ({
      id,
      start_time,
      end_time,
      max_capacity,
    })),
  };
};

export const enteredVenue = (name: string) => ({
  name,
  address: '12 Riverside Road, London SE1 2AB',
  map_url: null,
  directions: null,
});

/** Today on the clocks of the local system, whose business has the zone of every stage. */
export const localToday = (): CalendarDate => toCalendarDate(new Date(), defaultTimeZone);

const first = <Item>([item]: readonly Item[]): Item => {
  if (item === undefined) throw new Error('The sample needs at least one');
  return item;
};

/** A booking of a class's first slot for a family's first child by its holder, as the API stores it. */
export const sampleBooking = (
  cls: FootballClass,
  { id, profile, children }: SampleFamily,
  overrides: Partial<StoredBooking> = {},
): StoredBooking => {
  const child = first(children);
  const isTrial = overrides.is_trial ?? false;
  const slot = cls.time_slots.find(({ id }) => id === overrides.time_slot_id) ?? first(cls.time_slots);
  const terms = bookingTerms(cls, slot, isTrial, businessMoment(sampleNow, sampleTimeZone));
  if (!terms) throw new Error('The sample needs a session to come');
  return {
    id: newBookingId(sampleNow),
    parent_id: id,
    booked_by_adult: profile.id,
    class_id: cls.id,
    time_slot_id: slot.id,
    child_id: child.id,
    child_name: child.name,
    child_age: 7,
    is_trial: isTrial,
    ...terms,
    dates: [...terms.dates],
    created_at: instantOf(sampleNow),
    idempotency_key: idempotencyKeySchema.parse('sample-attempt-0001'),
    credited: centsSchema.parse(0),
    credited_dates: new Set(),
    ...(isTrial && { program_price: slotPrice(cls, slot, sampleToday) }),
    ...overrides,
  };
};

export const sampleMessage = (overrides: Partial<MessageOf<'broadcast'>> = {}): MessageOf<'broadcast'> => ({
  id: messageIdOf(randomUUID()),
  created_at: instantOf(sampleNow),
  made_by: userIdSchema.parse(randomUUID()),
  kind: 'broadcast',
  audience: { kind: 'family', parent_id: newFamilyId(sampleNow) },
  facts: { subject: 'Bring a jumper', text: 'It gets cold on Saturday.' },
  ...overrides,
});
