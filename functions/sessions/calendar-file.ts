import { TZDate } from '@date-fns/tz';
import ical, { escape as escapeText, ICalEventStatus } from 'ical-generator';
import { sessionsWithSlots } from '#shared/booking/booked-sessions';
import { brand } from '#shared/brand';
import { firstNameOf } from '#shared/families/children';
import { type BusinessMoment, offsetText, toInstant, zoneOffset } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { dayMs, secondMs } from '#shared/lib/durations';
import { classTypeName, venueText } from '#shared/lib/format';
import { policies } from '#shared/policies';
import type { Session } from '#shared/sessions/sessions';
import { cancellationReasonNames, type TimeSlot } from '#shared/sessions/slot';
import type { BookedSlot } from '../booking/booking-details.ts';

interface Transition {
  /** The first instant of the new offset, in milliseconds since 1970. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

// The instant between two others at which the offset changes, to the second.
const bisect = (start: number, end: number, timeZone: string): number => {
  const from = zoneOffset(start, timeZone);
  let [before, after] = [start, end];
  while (after - before > secondMs) {
    const middle = before + Math.floor((after - before) / 2_000) * 1_000;
    if (zoneOffset(middle, timeZone) === from) before = middle;
    else after = middle;
  }
  return after;
};

// At most one clock change lies within a day.
const transitionsOf = (timeZone: string, start: number, end: number): Transition[] => {
  const transitions: Transition[] = [];
  for (let day = start; day < end; day += dayMs) {
    const [from, to] = [zoneOffset(day, timeZone), zoneOffset(day + dayMs, timeZone)];
    if (from !== to) transitions.push({ at: bisect(day, day + dayMs, timeZone), from, to });
  }
  return transitions;
};

const wallText = (instant: number, offset: number): string =>
  new Date(instant + offset).toISOString().slice(0, 19).replace(/[-:]/g, '');

const observance = ({ at, from, to }: Transition): string[] => {
  const name = to > from ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${name}`,
    `DTSTART:${wallText(at, from)}`,
    `TZOFFSETFROM:${offsetText(from).replace(':', '')}`,
    `TZOFFSETTO:${offsetText(to).replace(':', '')}`,
    `END:${name}`,
  ];
};

// The definition of a zone (RFC 5545, 3.6.5) from one day before `start` to one day after `end`, made from the zone data of
// the runtime, which also gives the prices their dates. A library's copy of all zones is ten times the size of a function,
// and may be of another year.
const timeZoneDefinition = (timeZone: string, start: Date, end: Date): string => {
  const [first, last] = [start.getTime() - dayMs, end.getTime() + dayMs];
  const offset = zoneOffset(first, timeZone);
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    ...observance({ at: first, from: offset, to: offset }),
    ...transitionsOf(timeZone, first, last).flatMap(observance),
    'END:VTIMEZONE',
  ].join('\r\n');
};

interface SessionEvent extends BookedSlot {
  readonly session: Session;
  /** The event's name before the @. */
  readonly uid: string;
  /** The slot of the session: the booking's, or one that it moved from. */
  readonly slot: TimeSlot;
}

// One event for each session that a booking was made for, and for each make-up session.
const eventsOf = (booked: BookedSlot): SessionEvent[] => {
  const { booking, time_slot, earlier_slots } = booked;
  const placed = sessionsWithSlots(booked.class, booking, [time_slot, ...earlier_slots]);
  const datesHere = new Set(
    placed.filter(({ slot }) => slot.id === time_slot.id).map(({ session }) => session.date),
  );
  return placed.map(({ session, slot, part: { trial } }) => {
    // An upgraded trial leaves the events of its session as they are, so they have the trial's id.
    const uid = `${trial?.booking_id ?? booking.id}-${session.date}`;
    // Make-up sessions of two slots can be on one day.
    const isSecond = slot.id !== time_slot.id && datesHere.has(session.date);
    return { ...booked, session, slot, uid: isSecond ? `${uid}-${slot.id}` : uid };
  });
};

// Raised by every change of sessions, times or venue of the slot, and by every move; never lowered (ICS-03).
const sequenceOf = ({ booking, time_slot, slot }: SessionEvent): number => {
  const ofBooking = (booking.sequence_base ?? 0) + time_slot.calendar_version;
  return slot.id === time_slot.id ? ofBooking : ofBooking + slot.calendar_version;
};

// A cancelled session stays for some days, so that calendars that look rarely learn of it (ICS-03).
const isShown = ({ session }: SessionEvent, { today }: BusinessMoment): boolean =>
  session.state === 'on' || addDays(session.date, policies.calendar.cancelledDays) >= today;

const latest = (one: string, other: string): string => (one > other ? one : other);

const toEvent = (event: SessionEvent, timeZone: string) => {
  const { booking, uid, class: cls, slot, session } = event;
  const isOn = session.state === 'on';
  // The first name alone: a calendar may be shared with others (ICS-04).
  const title = `${classTypeName(cls.class_type)}: ${firstNameOf(booking.child_name)}`;
  const { directions } = cls.venue_details;
  const coach = [`Coach: ${cls.coach_name}`, ...(directions ? [directions] : [])].join('\n');
  return {
    id: `${uid}@${brand.mailbox.replace(/^.*@/, '')}`,
    sequence: sequenceOf(event),
    // A rename is no revision of the session (RFC 5545, 3.8.7.4): the sequence stays, the stamp says the text is newer.
    stamp: new Date(latest(booking.created_at, cls.venue_details.changed_at)),
    start: new TZDate(toInstant(session.date, slot.start_time, timeZone), timeZone),
    end: new TZDate(toInstant(session.date, slot.end_time, timeZone), timeZone),
    // In a zone named UTC the library would leave out the mark of UTC, the Z.
    ...(timeZone !== 'UTC' && { timezone: timeZone }),
    summary: isOn ? title : `Cancelled: ${title}`,
    location: venueText(cls),
    description: isOn ? coach : `Cancelled: ${cancellationReasonNames[session.reason]}\n${coach}`,
    status: isOn ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
  };
};

/**
 * The sessions of bookings as an iCalendar file (RFC 5545): the same text for the same data, so that its hash is an ETag. It
 * names no surname, medical note, price or phone number.
 */
export const sessionCalendar = (bookings: readonly BookedSlot[], moment: BusinessMoment): string => {
  const { timeZone } = moment;
  const events = bookings
    .flatMap(eventsOf)
    .filter((event) => isShown(event, moment))
    .map((event) => toEvent(event, timeZone))
    .toSorted((one, other) => one.start.getTime() - other.start.getTime());
  // A calendar without events may have any time that is the same in each file.
  const [first = { start: new Date(0) }, last = first] = [events.at(0), events.at(-1)];
  // The library writes the texts of the calendar itself without escaping them.
  const calendar = ical({
    name: escapeText(brand.name, false),
    prodId: { company: escapeText(brand.legalName, false), product: 'Sessions', language: 'EN' },
    ttl: policies.calendar.refreshHours * 3_600,
    events,
  });
  // The library writes some properties of the calendar after the definition of its zone, and stamps without the zone UTC.
  // RFC 5545 (3.4, 3.8.7.2) allows neither, so the library does not know the calendar's zone. The definition is also the one
  // component that a calendar without events has.
  const zone = timeZoneDefinition(timeZone, first.start, last.start);
  return `${calendar.toString().replace(/(?=^(?:BEGIN:VEVENT|END:VCALENDAR)$)/m, `${zone}\r\n`)}\r\n`;
};
