import { formatCents } from '#shared/domain/pricing/money';
import { formatLongDate, formatTime, formatTimeRange, weekdayName } from '#shared/domain/text/format';
import { venueFacts } from '#shared/domain/text/venue-facts';
import type { ClassSummary } from '#shared/schemas/class';
import type { MessageOf } from '#shared/schemas/message';
import { cancellationReasonNames, type Remedy } from '#shared/schemas/session';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate } from '#shared/schemas/values';
import type { CancelledSession, PlaceOutcome } from '../../../data/cancellations/cancelled-places.ts';
import { type Block, paragraph } from './blocks.ts';
import { bookingsButton, ticket } from './booking-blocks.ts';
import { coachReason, sessionsButton } from './coaching-changed.ts';
import { bookedReason, composeEmail } from './layout.ts';
import { linkedText } from './linked-text.ts';
import type { RenderedEmail } from './rendered-email.ts';
import { inSentence } from './text.ts';

/** A child's place in a session. */
export interface SessionPlace {
  readonly child: string;
  readonly cls: Pick<ClassSummary, 'class_type' | 'venue' | 'venue_details'>;
  readonly slot: Pick<TimeSlot, 'id' | 'start_time' | 'end_time'>;
  readonly date: CalendarDate;
}

export type CancelledPlace = SessionPlace & { readonly outcome: PlaceOutcome };

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

/** A session that the recipient coaches. */
export type CoachedSession = Omit<SessionPlace, 'child'>;

/** What an email is about: places of the recipient's children, and sessions that the recipient coaches. */
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

/** "Cancelled: Saturday 9:00 AM, Riverside"; without the time where the sessions differ (CAN-07). */
const subjectOf = (word: string, first: CoachedSession, all: readonly CoachedSession[]): string => {
  const sessions = new Set(all.map(({ slot, date }) => `${slot.id} ${date}`));
  const time = sessions.size === 1 ? ` ${formatTime(first.slot.start_time)}` : '';
  return `${word}: ${weekdayName(first.date)}${time}, ${inSentence(first.cls.venue)}`;
};

/** What all emails about sessions share, by whom they go to. @throws Error where they are about nothing */
const aboutSessions = <Place extends SessionPlace, Session extends CoachedSession>(
  { places, coached }: Concerned<Place, Session>,
  siteUrl: string,
) => {
  const all = [...places, ...coached];
  const [first] = all;
  if (!first) throw new Error('An email about no session');
  return {
    ...{ first, all },
    buttons: [
      ...(places.length > 0 ? [bookingsButton(siteUrl)] : []),
      ...(coached.length > 0 ? [sessionsButton(siteUrl)] : []),
    ],
    reason: places.length > 0 ? bookedReason : coachReason,
  };
};

/** What comes in place of a session, for its coaches: money is nothing to them. */
const coachText = (remedy: Remedy): string | undefined =>
  remedy.kind === 'make-up' ? outcomeText(remedy) : undefined;

/** Tells a family, or a coach, which sessions are cancelled, or did not take place (CAN-07, COA-07). */
export const sessionsCancelledEmail = (
  concerned: Concerned<CancelledPlace, CancelledSession>,
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

/** Tells a family what it gets for a session that was cancelled before (CAN-03). */
export const remedyChosenEmail = (
  concerned: Concerned<CancelledPlace, CancelledSession>,
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

/** Tells a family, or a coach, that a cancelled session takes place after all (CAN-11). */
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
