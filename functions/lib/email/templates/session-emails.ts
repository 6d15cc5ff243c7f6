import { formatCents } from '#shared/domain/pricing/money';
import { formatLongDate, formatTime, formatTimeRange, weekdayName } from '#shared/domain/text/format';
import type { ClassSummary } from '#shared/schemas/class';
import type { MessageOf } from '#shared/schemas/message';
import { cancellationReasonNames } from '#shared/schemas/session';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate } from '#shared/schemas/values';
import type { PlaceOutcome } from '../../../data/cancellations/cancelled-places.ts';
import { type Block, paragraph } from './blocks.ts';
import { bookingsButton, ticket } from './booking-blocks.ts';
import { bookedReason, composeEmail } from './layout.ts';
import { linkedText } from './linked-text.ts';
import type { RenderedEmail } from './rendered-email.ts';
import { inSentence } from './text.ts';
import { venueFacts } from './venue-facts.ts';

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

const placeTicket = (
  { child, cls, slot, date }: SessionPlace,
  kind: string,
  now: string | undefined,
): Block =>
  ticket({
    programme: cls.class_type,
    kind,
    facts: [
      { label: 'Child', value: child },
      { label: 'Date', value: formatLongDate(date) },
      { label: 'Time', value: formatTimeRange(slot) },
      ...venueFacts(cls),
      ...(now === undefined ? [] : [{ label: 'Instead', value: now }]),
    ],
  });

/** "Cancelled: Saturday 9:00 AM, Riverside"; without the time where the sessions differ (CAN-07). */
const subjectOf = (word: string, first: SessionPlace, places: readonly SessionPlace[]): string => {
  const sessions = new Set(places.map(({ slot, date }) => `${slot.id} ${date}`));
  const time = sessions.size === 1 ? ` ${formatTime(first.slot.start_time)}` : '';
  return `${word}: ${weekdayName(first.date)}${time}, ${inSentence(first.cls.venue)}`;
};

const toBookings = (siteUrl: string): Block => bookingsButton(siteUrl);

type AtLeastOne<Place> = readonly [Place, ...Place[]];

/** Tells a family which sessions of its children are cancelled, or did not take place (CAN-07). */
export const sessionsCancelledEmail = (
  places: AtLeastOne<CancelledPlace>,
  { reason: why, note, is_past }: MessageOf<'session-cancelled'>['facts'],
  siteUrl: string,
): RenderedEmail => {
  const [first] = places;
  const what = places.length === 1 ? 'The session below' : 'The sessions below';
  const verb = is_past ? 'did not take place' : `${places.length === 1 ? 'is' : 'are'} cancelled`;
  return composeEmail(
    {
      subject: subjectOf('Cancelled', first, places),
      preview: `${formatLongDate(first.date)}: ${cancellationReasonNames[why]}`,
      heading: is_past ? 'This session did not take place' : 'Session cancelled',
      blocks: [
        paragraph(`${what} ${verb}. Reason: ${cancellationReasonNames[why]}.`),
        ...(note === null ? [] : [linkedText(note)]),
        ...places.map((place) => placeTicket(place, 'Cancelled', outcomeText(place.outcome))),
        toBookings(siteUrl),
      ],
      reason: bookedReason,
    },
    siteUrl,
  );
};

/** Tells a family what it gets for a session that was cancelled before (CAN-03). */
export const remedyChosenEmail = (places: AtLeastOne<CancelledPlace>, siteUrl: string): RenderedEmail => {
  const [first] = places;
  const isMakeUp = first.outcome.kind === 'make-up';
  return composeEmail(
    {
      subject: subjectOf(isMakeUp ? 'Make-up session' : 'Credit', first, places),
      preview: `For the cancelled session on ${formatLongDate(first.date)}`,
      heading: isMakeUp ? 'Your make-up session' : 'Your credit',
      blocks: [
        paragraph('The session below was cancelled. This is what you get instead.'),
        ...places.map((place) => placeTicket(place, 'Cancelled', outcomeText(place.outcome))),
        toBookings(siteUrl),
      ],
      reason: bookedReason,
    },
    siteUrl,
  );
};

/** Tells a family that a cancelled session takes place after all (CAN-11). */
export const sessionRestoredEmail = (
  places: AtLeastOne<SessionPlace>,
  { removed_make_up }: MessageOf<'session-restored'>['facts'],
  siteUrl: string,
): RenderedEmail => {
  const [first] = places;
  return composeEmail(
    {
      subject: subjectOf('On again', first, places),
      preview: `${formatLongDate(first.date)} takes place after all`,
      heading: 'This session takes place after all',
      blocks: [
        paragraph('The session below was cancelled. It takes place after all, at its usual time.'),
        ...(removed_make_up === null
          ? []
          : [paragraph(`There is no session on ${formatLongDate(removed_make_up)}.`)]),
        ...places.map((place) => placeTicket(place, 'On again', undefined)),
        toBookings(siteUrl),
      ],
      reason: bookedReason,
    },
    siteUrl,
  );
};
