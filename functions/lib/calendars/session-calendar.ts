import { TZDate } from '@date-fns/tz';
import ical, { escape as escapeText, ICalEventStatus } from 'ical-generator';
import { brand } from '#shared/brand';
import { firstNameOf } from '#shared/domain/children/first-name';
import { placedSessions } from '#shared/domain/sessions/booked-sessions';
import type { Session } from '#shared/domain/sessions/sessions';
import { classTypeName, placeText } from '#shared/domain/text/format';
import { type BusinessMoment, toInstant } from '#shared/domain/time/business-time';
import { addDays } from '#shared/domain/time/calendar';
import { policies } from '#shared/policies';
import { cancellationReasonNames } from '#shared/schemas/session';
import type { TimeSlot } from '#shared/schemas/slot';
import type { BookedSlot } from '../../data/joins/booked-slots.ts';
import { timeZoneDefinition } from './time-zone.ts';

interface SessionEvent extends BookedSlot {
  readonly session: Session;
  /** The event's, before the @. */
  readonly uid: string;
  /** Of the session: the booking's, or one that it moved from. */
  readonly slot: TimeSlot;
}

/** One event for each session that a booking was made for, and for each make-up session. */
const eventsOf = (booked: BookedSlot): SessionEvent[] => {
  const { booking, time_slot, earlier_slots } = booked;
  const placed = placedSessions(booked.class, booking, [time_slot, ...earlier_slots]);
  const datesHere = new Set(
    placed.filter(({ slot }) => slot.id === time_slot.id).map(({ session }) => session.date),
  );
  return placed.map(({ session, slot, part: { trial } }) => {
    // Of the booking that made the event: a trial that is kept leaves the events of its session as they are.
    const uid = `${trial?.booking_id ?? booking.id}-${session.date}`;
    // Make-up sessions of two slots can be on one day.
    const isSecond = slot.id !== time_slot.id && datesHere.has(session.date);
    return { ...booked, session, slot, uid: isSecond ? `${uid}-${slot.id}` : uid };
  });
};

/**
 * Raised by every change of the sessions, times or place of the session's slot, and by every move of the booking, and never
 * lowered (ICS-03).
 */
const sequenceOf = ({ booking, time_slot, slot }: SessionEvent): number => {
  const ofBooking = (booking.sequence_base ?? 0) + time_slot.calendar_version;
  return slot.id === time_slot.id ? ofBooking : ofBooking + slot.calendar_version;
};

/** A cancelled session stays for some days, so that calendars that look rarely learn of it (ICS-03). */
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
    id: `${uid}@${brand.contact.email.replace(/^.*@/, '')}`,
    sequence: sequenceOf(event),
    // A rename is no new revision of the session (RFC 5545, 3.8.7.4), so the sequence stays. The stamp says that the text is newer.
    stamp: new Date(latest(booking.created_at, cls.venue_details.changed_at)),
    start: new TZDate(toInstant(session.date, slot.start_time, timeZone), timeZone),
    end: new TZDate(toInstant(session.date, slot.end_time, timeZone), timeZone),
    // In a zone named UTC the library would leave out the mark of UTC, the Z.
    ...(timeZone !== 'UTC' && { timezone: timeZone }),
    summary: isOn ? title : `Cancelled: ${title}`,
    location: placeText(cls),
    description: isOn ? coach : `Cancelled: ${cancellationReasonNames[session.reason]}\n${coach}`,
    status: isOn ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
  };
};

/**
 * The sessions of bookings as an iCalendar file (RFC 5545): the same text for the same data, so that its hash is an ETag.
 * It names no surname, medical note, price or phone number.
 */
export const sessionCalendar = (bookings: readonly BookedSlot[], moment: BusinessMoment): string => {
  const { timeZone } = moment;
  const events = bookings
    .flatMap(eventsOf)
    .filter((event) => isShown(event, moment))
    .map((event) => toEvent(event, timeZone))
    .toSorted((one, other) => one.start.getTime() - other.start.getTime());
  // Of a calendar without events any time will do that is the same in each file.
  const [first = { start: new Date(0) }, last = first] = [events.at(0), events.at(-1)];
  // The library writes the texts of the calendar itself without escaping them.
  const calendar = ical({
    name: escapeText(brand.name, false),
    prodId: { company: escapeText(brand.legalName, false), product: 'Sessions', language: 'EN' },
    ttl: policies.calendar.refreshHours * 3_600,
    events,
  });
  // The library writes some properties of the calendar after the definition of its zone, and stamps without the zone UTC.
  // RFC 5545 (3.4, 3.8.7.2) allows neither, so the library does not know the calendar's zone. The definition is also the
  // one component that a calendar without events has.
  const zone = timeZoneDefinition(timeZone, first.start, last.start);
  return `${calendar.toString().replace(/(?=^(?:BEGIN:VEVENT|END:VCALENDAR)$)/m, `${zone}\r\n`)}\r\n`;
};
