import { bookingTypeName, formatLongDate, formatTimeRange } from '#shared/domain/text/format';
import { venueFacts } from '#shared/domain/text/venue-facts';
import { compareTimes } from '#shared/domain/time/wall-time';
import { whatToBring } from '#shared/next-steps';
import type { Booking } from '#shared/schemas/booking';
import type { ClassSummary } from '#shared/schemas/class';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate } from '#shared/schemas/values';
import { button, paragraph } from './blocks.ts';
import { bookingsButton, ticket } from './booking-blocks.ts';
import { bookedReason, composeEmail } from './layout.ts';
import type { RenderedEmail } from './rendered-email.ts';
import { inSentence } from './text.ts';

/** A session that a family is reminded of. */
export interface RemindedSession {
  readonly cls: ClassSummary;
  readonly slot: TimeSlot;
  readonly booking: Booking;
}

const sessionTicket = ({ cls, slot, booking }: RemindedSession) =>
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
 * The reminder of a family's sessions on one day (MSG-05), in the order of their time, at the same time the oldest child first.
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
        ...ordered.map(sessionTicket),
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
