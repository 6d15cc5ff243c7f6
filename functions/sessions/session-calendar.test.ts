import { TZDate } from '@date-fns/tz';
import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { sampleBooking, sampleClass, sampleFamily, sampleNow } from '#infra/testing/samples/samples';
import { businessMoment, toInstant, zoneOffset } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { hourMs } from '#shared/lib/durations';
import {
  type CalendarDate,
  calendarDateSchema,
  instantSchema,
  singleLineText,
  wallTimeSchema,
} from '#shared/lib/values';
import type { SessionChange } from '#shared/sessions/slot';
import type { BookedSlot } from '../booking/booking-details.ts';
import { newBookingId, newSlotId } from '../lib/ids.ts';
import { sessionCalendar } from './calendar-file.ts';

const zone = 'Europe/London';
const date = (text: string): CalendarDate => calendarDateSchema.parse(text);

/** A booking of a class from September to January: both sides of a clock change. */
const booked = ({
  changes = () => [],
  version = 3,
  dates,
}: {
  changes?: (slotId: BookedSlot['time_slot']['id']) => SessionChange[];
  version?: number;
  dates?: CalendarDate[];
} = {}): BookedSlot => {
  const family = sampleFamily({ children: [{ name: 'Mary Jane O’Neil', medical_conditions: 'Asthma' }] });
  const program = { start_date: date('2025-10-11'), end_date: date('2025-11-08') };
  const cls = sampleClass({ overrides: program });
  const [slot] = cls.time_slots;
  if (!slot) throw new Error('The sample has no slot');
  const { time_slots: _, ...summary } = cls;
  const booking = sampleBooking(cls, family);
  const weekly = Array.from({ length: 5 }, (_, week) => addDays(program.start_date, 7 * week));
  return {
    booking: { ...booking, dates: dates ?? weekly },
    class: { ...summary, session_changes: changes(slot.id) },
    time_slot: { ...slot, calendar_version: version },
    earlier_slots: [],
  };
};

/** Instants of the events of a file, as a calendar has them that knows zones by their names and not by the file. */
const instantsByName = (text: string): string[][] =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const { startDate, endDate } = new ICAL.Event(component);
    const tzid = String(component.getFirstProperty('dtstart')?.getFirstParameter('tzid') ?? 'UTC');
    return [startDate, endDate].map(({ year, month, day, hour, minute }) =>
      new Date(new TZDate(year, month - 1, day, hour, minute, tzid).getTime()).toISOString(),
    );
  });

/** Reads a file with another library than the one that wrote it, which forgives long lines. */
const read = (text: string) => {
  expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  const calendar = new ICAL.Component(ICAL.parse(text));
  const zones = calendar.getAllSubcomponents('vtimezone').map((one) => new ICAL.Timezone(one));
  /** The instant of a time, by the definition of its zone in this file; a time without a zone must be UTC. */
  const instantOf = (time: ICAL.Time, tzid: string | undefined): string => {
    if (!tzid) expect(time.zone).toBe(ICAL.Timezone.utcTimezone);
    else time.zone = zones.find((one) => one.tzid === tzid) ?? expect.fail(`${tzid} is not defined`);
    return time.toJSDate().toISOString();
  };
  return {
    calendar,
    events: calendar.getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component);
      const tzid = component.getFirstProperty('dtstart')?.getFirstParameter('tzid');
      return {
        uid: event.uid,
        start: instantOf(event.startDate, tzid),
        end: instantOf(event.endDate, tzid),
        tzid,
        sequence: event.sequence,
        status: component.getFirstPropertyValue('status'),
        summary: event.summary,
        location: event.location,
        description: event.description,
      };
    }),
  };
};

const at = (today: string, timeZone = zone) => businessMoment(new Date(`${today}T12:00:00Z`), timeZone);
const cancelled = (slot_id: SessionChange['slot_id'], day: string, makeUp?: string): SessionChange => ({
  slot_id,
  date: date(day),
  kind: 'weekly',
  state: 'cancelled',
  reason: 'weather',
  remedy: makeUp ? { kind: 'make-up', date: date(makeUp) } : { kind: 'credit' },
  calendar_version: 3,
});
const extra = (slot_id: SessionChange['slot_id'], day: string): SessionChange => ({
  slot_id,
  date: date(day),
  kind: 'extra',
  state: 'on',
});

it('has one event for each session, with its zone, on both sides of a clock change [ICS-03]', () => {
  const one = booked();
  const { events } = read(sessionCalendar([one], at('2025-10-01')));
  const { start_time, end_time } = one.time_slot;
  expect(events).toEqual(
    one.booking.dates.map((day) => ({
      uid: `${one.booking.id}-${day}@ballerz.example`,
      start: toInstant(day, start_time, zone).toISOString(),
      end: toInstant(day, end_time, zone).toISOString(),
      tzid: zone,
      sequence: 3,
      status: 'CONFIRMED',
      summary: 'Juniorballerz: Mary',
      location: 'Riverside Sports Ground, 12 Riverside Road, London SE1 2AB',
      description: `Coach: ${one.class.coach_name}\nGate B, behind the school`,
    })),
  );
});

it('names no surname, medical note, price, phone or email [ICS-04]', () => {
  const one = booked();
  const calendar = sessionCalendar([one], at('2025-10-01')).replaceAll('\r\n ', '');
  // A random ID can contain the digits of the price.
  const text = calendar.replaceAll(one.booking.id, '');
  expect(text).toContain('Mary');
  expect(text).not.toMatch(/O’Neil|Jane|Asthma|\$|120|ORGANIZER|ATTENDEE|mailto|tel:/);
  expect(text).not.toContain(one.booking.parent_id);
});

it('leaves the event of a trial as it was when its place is kept [ICS-03]', () => {
  const dates = ['2025-10-11', '2025-10-18', '2025-10-25'].map(date);
  const one = booked({ dates });
  const [day, ...others] = dates;
  const trial = {
    ...one.booking,
    id: newBookingId(sampleNow),
    is_trial: true,
    dates: [day ?? expect.fail()],
  };
  const trial_session = {
    booking_id: trial.id,
    date: day ?? expect.fail(),
    amount: trial.amount,
    calendar_version: 3,
  };
  const kept = { ...one.booking, dates: others, trial_session };
  const eventsOf = (booking: BookedSlot['booking']) =>
    read(sessionCalendar([{ ...one, booking }], at('2025-10-01'))).events;
  expect(eventsOf(kept)[0]).toEqual(eventsOf(trial)[0]);
  expect(eventsOf(kept).map(({ uid }) => uid)).toEqual([
    `${trial.id}-2025-10-11@ballerz.example`,
    `${kept.id}-2025-10-18@ballerz.example`,
    `${kept.id}-2025-10-25@ballerz.example`,
  ]);
});

describe('a cancelled session', () => {
  const changes = (slotId: SessionChange['slot_id']) => [
    cancelled(slotId, '2025-10-18', '2025-11-15'),
    extra(slotId, '2025-11-15'),
  ];

  it('is cancelled under its own UID, and the new date is an event of its own [ICS-03]', () => {
    const one = booked({ changes, version: 4 });
    const { events } = read(sessionCalendar([one], at('2025-10-12')));
    expect(events.map(({ uid, status, sequence }) => [uid.slice(31, 41), status, sequence])).toEqual([
      ['2025-10-11', 'CONFIRMED', 4],
      ['2025-10-18', 'CANCELLED', 4],
      ['2025-10-25', 'CONFIRMED', 4],
      ['2025-11-01', 'CONFIRMED', 4],
      ['2025-11-08', 'CONFIRMED', 4],
      ['2025-11-15', 'CONFIRMED', 4],
    ]);
    expect(events[1]).toMatchObject({
      summary: 'Cancelled: Juniorballerz: Mary',
      description: `Cancelled: Weather\nCoach: ${one.class.coach_name}\nGate B, behind the school`,
    });
  });

  it.each([
    ['2025-11-17', true],
    ['2025-11-18', false],
  ])('is shown until 30 days after its date: on %s %s [ICS-03]', (today, isShown) => {
    const { events } = read(sessionCalendar([booked({ changes })], at(today)));
    expect(events.some(({ uid }) => uid.includes('2025-10-18'))).toBe(isShown);
    expect(events.filter(({ status }) => status === 'CONFIRMED')).toHaveLength(5);
  });
});

it('has an event for each of two sessions on one day, in the slot of the booking and in one that it moved from [ICS-03]', () => {
  const one = booked();
  const earlier = { ...one.time_slot, id: newSlotId(sampleNow), start_time: wallTimeSchema.parse('08:00') };
  const makeUp = '2025-11-15';
  const session_changes = [earlier, one.time_slot].flatMap(({ id }, index) => [
    cancelled(id, index === 0 ? '2025-10-18' : '2025-10-25', makeUp),
    extra(id, makeUp),
  ]);
  const booking = { ...one.booking, earlier_slots: { '2025-10-18': earlier.id } };
  const moved = { ...one, booking, class: { ...one.class, session_changes }, earlier_slots: [earlier] };
  const { events } = read(sessionCalendar([moved], at('2025-10-12')));
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
  expect(events.slice(-2).map(({ uid, start }) => [uid, start])).toEqual([
    [`${booking.id}-${makeUp}-${earlier.id}@ballerz.example`, '2025-11-15T08:00:00.000Z'],
    [`${booking.id}-${makeUp}@ballerz.example`, '2025-11-15T09:00:00.000Z'],
  ]);
});

it.each([
  ['of a booking', [booked()]],
  ['without bookings', []],
])('%s is the same text for the same data, whenever it is made', (_, bookings) => {
  expect(sessionCalendar(bookings, at('2025-10-01'))).toBe(sessionCalendar(bookings, at('2025-10-02')));
});

it('shows a renamed venue, with a later stamp and the same sequence [SET-02, ICS-03]', () => {
  const one = booked();
  const venue_details = {
    ...one.class.venue_details,
    version: 2,
    changed_at: instantSchema.parse('2025-10-02T08:00:00.000Z'),
  };
  const renamed = { ...one, class: { ...one.class, venue: 'New Park', venue_details } };
  const [before, after] = [one, renamed].map((shown) => sessionCalendar([shown], at('2025-10-03')));
  expect(after).toContain('LOCATION:New Park\\, 12 Riverside Road\\, London SE1 2AB');
  expect(after).toContain('DTSTAMP:20251002T080000Z');
  const sequences = (text = '') => text.match(/^SEQUENCE:.*$/gm);
  expect(sequences(after)).toEqual(sequences(before));
});

it('keeps to the grammar with every venue and coach that a form takes, in every language', () => {
  const words = fc.constantFrom(';', ',', '\\', ':', '"', '\n', '\u2028', '⚽', 'BEGIN:VEVENT', 'é', ' ');
  const typed = fc
    .array(fc.oneof(words, fc.string({ unit: 'grapheme' })), { minLength: 1 })
    .map((parts) => parts.join(''));
  const texts = typed
    .map((text) => singleLineText(200, 'Please enter it').safeParse(text))
    .filter(({ success }) => success)
    .map(({ data }) => data ?? expect.fail());
  fc.assert(
    fc.property(texts, texts, (venue, coach_name) => {
      const one = booked();
      const { events } = read(
        sessionCalendar([{ ...one, class: { ...one.class, venue, coach_name } }], at('2025-10-01')),
      );
      expect(events[0]).toMatchObject({
        location: `${venue}, ${one.class.venue_details.address}`,
        description: `Coach: ${coach_name}\nGate B, behind the school`,
      });
    }),
  );
});

/**
 * Whether clocks show the time of an instant once more, an hour later. RFC 5545 means the first; the other library reads the
 * second.
 */
const isShownAgain = (instant: Date, timeZone: string): boolean =>
  zoneOffset(instant.getTime(), timeZone) - zoneOffset(instant.getTime() + hourMs, timeZone) === hourMs;

it.each([
  'Pacific/Auckland',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Europe/Dublin',
  'America/St_Johns',
  'America/Los_Angeles',
  'Africa/Casablanca',
  'UTC',
])('means the same instants to another library in %s, all year [ICS-03]', (timeZone) => {
  const days = fc.integer({ min: 0, max: 730 }).map((offset) => addDays(date('2025-03-01'), offset));
  const times = fc.constantFrom('00:30', '02:30', '03:30', '09:00', '22:15');
  fc.assert(
    fc.property(days, times, (day, time) => {
      const one = booked({ dates: [day] });
      const start_time = wallTimeSchema.parse(time);
      const end_time = wallTimeSchema.parse('23:30');
      const time_slot = { ...one.time_slot, start_time, end_time };
      const program = { start_date: day, end_date: day };
      const made = sessionCalendar(
        [{ ...one, class: { ...one.class, ...program }, time_slot }],
        at('2025-10-01', timeZone),
      );
      const instants = [start_time, end_time].map((wall) => toInstant(day, wall, timeZone));
      fc.pre(!instants.some((instant) => isShownAgain(instant, timeZone)));
      const expected = instants.map((instant) => instant.toISOString());
      const [event] = read(made).events;
      expect([event?.start, event?.end]).toEqual(expected);
      expect(instantsByName(made)).toEqual([expected]);
    }),
    { numRuns: 60 },
  );
});
