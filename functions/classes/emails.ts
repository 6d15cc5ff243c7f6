import type { EndedBooking } from '#shared/booking/booking';
import { venueFacts } from '#shared/booking/booking-terms';
import { byStartTime, type ClassSummary } from '#shared/classes/class';
import { classTypeName, everyWeekday, formatTimeRange } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import type { Cents } from '#shared/lib/values';
import type { MessageOf } from '#shared/messages/message';
import type { TimeSlot } from '#shared/sessions/slot';
import { bookingsButton, ticket } from '../lib/mail/booking-blocks.ts';
import { bookedReason, composeEmail, inSentence, paragraph, type RenderedEmail } from '../lib/mail/layout.ts';

type MoveFacts = MessageOf<'class-changed'>['facts'];

export interface ChangedBooking {
  readonly child: string;
  readonly cls: Pick<ClassSummary, 'class_type' | 'venue' | 'venue_details' | 'start_date'>;
  readonly slot: Pick<TimeSlot, 'start_time' | 'end_time'>;
  /** The old and the new time; undefined where only the venue changes. */
  readonly time: MoveFacts['slots'][number] | undefined;
}

export const classChangedEmail = (
  places: readonly [ChangedBooking, ...ChangedBooking[]],
  { venue }: MoveFacts,
  siteUrl: string,
): RenderedEmail => {
  const [{ cls }] = places;
  const type = classTypeName(cls.class_type);
  return composeEmail(
    {
      subject: `Changed: ${type}, ${inSentence(cls.venue)}`,
      preview: 'Please note the new time and place',
      heading: 'Your class has changed',
      blocks: [
        paragraph('Please note the new time and place. Everything else stays as you booked it.'),
        ...places.map(({ child, slot, time }) =>
          ticket({
            programme: cls.class_type,
            kind: 'Changed',
            facts: [
              { label: 'Child', value: child },
              { label: 'Day', value: everyWeekday(cls.start_date) },
              {
                label: 'Time',
                value: time ? `${formatTimeRange(slot)} (was ${time.before})` : formatTimeRange(slot),
              },
              ...venueFacts(cls, venue?.before),
            ],
          }),
        ),
        bookingsButton(siteUrl),
      ],
      reason: bookedReason,
    },
    siteUrl,
  );
};

interface CreditedBooking extends Pick<EndedBooking, 'child_name' | 'start_time' | 'end_time'> {
  /** For the sessions left, that of an upgraded trial included. */
  readonly credit: Cents;
}

export const classDeletedEmail = (
  bookings: readonly CreditedBooking[],
  { class_type, ...place }: MessageOf<'class-deleted'>['facts'],
  siteUrl: string,
): RenderedEmail => {
  const type = classTypeName(class_type);
  const venue = inSentence(place.venue);
  return composeEmail(
    {
      subject: `Class cancelled: ${type}, ${venue}`,
      preview: 'There are no more sessions',
      heading: 'Your class is cancelled',
      blocks: [
        paragraph(
          `We are sorry: ${type} at ${venue} is cancelled, and there are no more sessions. The sessions left are credited to your account.`,
        ),
        ...bookings.toSorted(byStartTime).map(({ child_name, credit, ...slot }) =>
          ticket({
            programme: class_type,
            kind: 'Cancelled',
            facts: [
              { label: 'Child', value: child_name },
              { label: 'Time', value: formatTimeRange(slot) },
              ...venueFacts(place),
              { label: 'Credited', value: formatCents(credit) },
            ],
          }),
        ),
        bookingsButton(siteUrl),
      ],
      reason: bookedReason,
    },
    siteUrl,
  );
};
