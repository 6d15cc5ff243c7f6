import type { Booking } from '#shared/booking/booking';
import { venueFacts, whatToBring } from '#shared/booking/booking-terms';
import { brand } from '#shared/brand';
import type { ClassSummary } from '#shared/classes/class';
import { compareTimes } from '#shared/lib/business-time';
import {
  bookingTypeName,
  classTypeName,
  formatLongDate,
  formatTime,
  formatTimeRange,
  weekdayName,
} from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import type { CalendarDate } from '#shared/lib/values';
import type { CoachingFacts } from '#shared/messages/changes';
import type { MessageOf } from '#shared/messages/message';
import { paths } from '#shared/paths';
import { cancellationReasonNames, type Remedy, type TimeSlot } from '#shared/sessions/slot';
import { bookingsButton, ticket } from '../lib/mail/booking-blocks.ts';
import {
  type Block,
  bookedReason,
  button,
  composeEmail,
  inSentence,
  linkedText,
  paragraph,
  type RenderedEmail,
} from '../lib/mail/layout.ts';
import type { CancelledInClass, PlaceOutcome } from './settle-cancellation.ts';

const coachReason = `You receive this email because you are a coach of ${brand.name}.`;

const sessionsButton = (siteUrl: string): Block =>
  button('View My Sessions', new URL(paths.coach, siteUrl).href);

const texts = {
  class: {
    assigned: [
      'Your class',
      'You have a new class',
      'You are a coach of this class now. You see its sessions and mark who came.',
    ],
    removed: [
      'Not your class',
      'This class is not yours any more',
      'You are not a coach of this class any more. Please do not come for it.',
    ],
    kept: ['Changed', 'Your class has changed', 'Please note the new time, place or dates.'],
  },
  session: {
    assigned: [
      'Stand in',
      'You stand in at a session',
      'You stand in at this session. You see it and mark who came.',
    ],
    removed: ['No stand-in', 'You do not stand in any more', 'You do not stand in at this session any more.'],
    kept: ['Changed', 'A session has changed', 'Please note the new time, place or dates.'],
  },
} as const;

const withBefore = (now: string, before: string | null): string =>
  before === null ? now : `${now} (was ${before})`;

export const coachingChangedEmail = (
  change: 'assigned' | 'removed' | 'kept',
  { class_type, was, times, dates, session, ...place }: CoachingFacts,
  siteUrl: string,
): RenderedEmail => {
  const [word, heading, text] = texts[session ? 'session' : 'class'][change];
  return composeEmail(
    {
      subject: `${word}: ${classTypeName(class_type)}, ${inSentence(place.venue)}`,
      preview: dates,
      heading,
      blocks: [
        paragraph(text),
        ticket({
          programme: class_type,
          kind: word,
          facts: [
            { label: session ? 'Date' : 'Dates', value: withBefore(dates, was.dates) },
            { label: 'Time', value: withBefore(times, was.times) },
            ...venueFacts(place, was.venue ?? undefined),
          ],
        }),
        sessionsButton(siteUrl),
      ],
      reason: coachReason,
    },
    siteUrl,
  );
};

export interface SessionPlace {
  readonly child: string;
  readonly cls: Pick<ClassSummary, 'class_type' | 'venue' | 'venue_details'>;
  readonly slot: Pick<TimeSlot, 'id' | 'start_time' | 'end_time'>;
  readonly date: CalendarDate;
}

type CancelledPlace = SessionPlace & { readonly outcome: PlaceOutcome };

const outcomeText = (outcome: PlaceOutcome): string => {
  switch (outcome.kind) {
    case 'make-up':
      return `Make-up session on ${formatLongDate(outcome.date)}, at the same time`;
    case 'moved':
      return `The trial moves to ${formatLongDate(outcome.date)}, at the same time`;
    case 'credit':
      return `${formatCents(outcome.amount)} is credited to your account`;
    case 'ended':
      return `No later session is left. ${formatCents(outcome.amount)} is credited to your account`;
    case 'later':
      return 'We will write to you about it';
  }
};

type CoachedSession = Omit<SessionPlace, 'child'>;

// Places of the recipient's children, and sessions that the recipient coaches.
interface Concerned<Place, Session> {
  readonly places: readonly Place[];
  readonly coached: readonly Session[];
}

const sessionTicket = (
  { child, cls, slot, date }: CoachedSession & Partial<SessionPlace>,
  kind: string,
  now: string | undefined,
): Block =>
  ticket({
    programme: cls.class_type,
    kind,
    facts: [
      child === undefined ? { label: 'You', value: 'Coach' } : { label: 'Child', value: child },
      { label: 'Date', value: formatLongDate(date) },
      { label: 'Time', value: formatTimeRange(slot) },
      ...venueFacts(cls),
      ...(now === undefined ? [] : [{ label: 'Instead', value: now }]),
    ],
  });

// "Cancelled: Saturday 9:00 AM, Riverside"; without the time where the sessions differ (CAN-07).
const subjectOf = (word: string, first: CoachedSession, all: readonly CoachedSession[]): string => {
  const sessions = new Set(all.map(({ slot, date }) => `${slot.id} ${date}`));
  const time = sessions.size === 1 ? ` ${formatTime(first.slot.start_time)}` : '';
  return `${word}: ${weekdayName(first.date)}${time}, ${inSentence(first.cls.venue)}`;
};

// @throws Error for no session
const aboutSessions = <Place extends SessionPlace, Session extends CoachedSession>(
  { places, coached }: Concerned<Place, Session>,
  siteUrl: string,
) => {
  const all = [...places, ...coached];
  const [first] = all;
  if (!first) throw new Error('An email about no session');
  return {
    first,
    all,
    buttons: [
      ...(places.length > 0 ? [bookingsButton(siteUrl)] : []),
      ...(coached.length > 0 ? [sessionsButton(siteUrl)] : []),
    ],
    reason: places.length > 0 ? bookedReason : coachReason,
  };
};

// What comes in place of a session, for its coaches, to whom credits mean nothing.
const coachText = (remedy: Remedy): string | undefined =>
  remedy.kind === 'make-up' ? outcomeText(remedy) : undefined;

/** For families and coaches: sessions are cancelled, or did not take place (CAN-07, COA-07). */
export const sessionsCancelledEmail = (
  concerned: Concerned<CancelledPlace, CancelledInClass>,
  { reason: why, note, is_past }: MessageOf<'session-cancelled'>['facts'],
  siteUrl: string,
): RenderedEmail => {
  const { places, coached } = concerned;
  const { first, all, buttons, reason } = aboutSessions(concerned, siteUrl);
  const what = all.length === 1 ? 'The session below' : 'The sessions below';
  const verb = is_past ? 'did not take place' : `${all.length === 1 ? 'is' : 'are'} cancelled`;
  return composeEmail(
    {
      subject: subjectOf('Cancelled', first, all),
      preview: `${formatLongDate(first.date)}: ${cancellationReasonNames[why]}`,
      heading: is_past ? 'This session did not take place' : 'Session cancelled',
      blocks: [
        paragraph(`${what} ${verb}. Reason: ${cancellationReasonNames[why]}.`),
        ...(note === null ? [] : [linkedText(note)]),
        ...places.map((place) => sessionTicket(place, 'Cancelled', outcomeText(place.outcome))),
        ...coached.map((session) => sessionTicket(session, 'Cancelled', coachText(session.remedy))),
        ...buttons,
      ],
      reason,
    },
    siteUrl,
  );
};

export const remedyChosenEmail = (
  concerned: Concerned<CancelledPlace, CancelledInClass>,
  siteUrl: string,
): RenderedEmail => {
  const { places, coached } = concerned;
  const { first, all, buttons, reason } = aboutSessions(concerned, siteUrl);
  const isMakeUp = coached.length > 0 || places[0]?.outcome.kind === 'make-up';
  return composeEmail(
    {
      subject: subjectOf(isMakeUp ? 'Make-up session' : 'Credit', first, all),
      preview: `For the cancelled session on ${formatLongDate(first.date)}`,
      heading: isMakeUp ? 'Your make-up session' : 'Your credit',
      blocks: [
        paragraph('The session below was cancelled. This is what comes in its place.'),
        ...places.map((place) => sessionTicket(place, 'Cancelled', outcomeText(place.outcome))),
        ...coached.map((session) => sessionTicket(session, 'Cancelled', coachText(session.remedy))),
        ...buttons,
      ],
      reason,
    },
    siteUrl,
  );
};

/** For families and coaches: a cancelled session takes place after all (CAN-11). */
export const sessionRestoredEmail = (
  concerned: Concerned<SessionPlace, CoachedSession>,
  { removed_make_up }: MessageOf<'session-restored'>['facts'],
  siteUrl: string,
): RenderedEmail => {
  const { places, coached } = concerned;
  const { first, all, buttons, reason } = aboutSessions(concerned, siteUrl);
  return composeEmail(
    {
      subject: subjectOf('On again', first, all),
      preview: `${formatLongDate(first.date)} takes place after all`,
      heading: 'This session takes place after all',
      blocks: [
        paragraph('The session below was cancelled. It takes place after all, at its usual time.'),
        ...(removed_make_up === null
          ? []
          : [paragraph(`There is no session on ${formatLongDate(removed_make_up)}.`)]),
        ...[...places, ...coached].map((session) => sessionTicket(session, 'On again', undefined)),
        ...buttons,
      ],
      reason,
    },
    siteUrl,
  );
};

interface RemindedSession {
  readonly cls: ClassSummary;
  readonly slot: TimeSlot;
  readonly booking: Booking;
}

const reminderTicket = ({ cls, slot, booking }: RemindedSession) =>
  ticket({
    programme: cls.class_type,
    kind: bookingTypeName(booking.is_trial),
    facts: [
      { label: 'Child', value: booking.child_name },
      { label: 'Time', value: formatTimeRange(slot) },
      ...venueFacts(cls),
      { label: 'Coach', value: cls.coach_name },
    ],
  });

/**
 * Reminds a family of the sessions on one day (MSG-05), in the order of their time, at the same time the oldest child first.
 * @param notComingLink path of the page on which the family says who does not come (ABS-01)
 */
export const sessionReminderEmail = (
  day: CalendarDate,
  sessions: readonly RemindedSession[],
  notComingLink: string,
  siteUrl: string,
): RenderedEmail => {
  const date = formatLongDate(day);
  const ordered = sessions.toSorted(
    (one, other) =>
      compareTimes(one.slot.start_time, other.slot.start_time) ||
      other.booking.child_age - one.booking.child_age,
  );
  const [first] = ordered;
  const where = first ? `, ${formatTimeRange(first.slot)}, ${inSentence(first.cls.venue)}` : '';
  return composeEmail(
    {
      subject: `Reminder: football on ${date}`,
      preview: `${date}${where}`,
      heading: `See you on ${date}`,
      blocks: [
        ...ordered.map(reminderTicket),
        paragraph(whatToBring),
        bookingsButton(siteUrl),
        paragraph(
          'Is somebody not coming? Please tell the coach with one press. The place and the price stay.',
        ),
        button('Not coming', new URL(notComingLink, siteUrl).href),
      ],
      reason: `${bookedReason} Your profile says which sessions you are reminded of.`,
    },
    siteUrl,
  );
};
