import { brand } from '#shared/brand';
import { formatCents } from '#shared/domain/pricing/money';
import {
  bookingTypeName,
  classTypeName,
  formatDate,
  formatLongDate,
  formatTimeRange,
} from '#shared/domain/text/format';
import { venueFacts } from '#shared/domain/text/venue-facts';
import type { ClassSummary } from '#shared/schemas/class';
import type { EndedBooking } from '#shared/schemas/ended-booking';
import { paragraph, smallPrint } from './blocks.ts';
import { bookingsButton, ticket } from './booking-blocks.ts';
import { bookedReason, composeEmail } from './layout.ts';
import type { RenderedEmail } from './rendered-email.ts';
import { inSentence } from './text.ts';

const endedBy = ({ ended, child_name }: EndedBooking): string =>
  ended.by === 'parent'
    ? `You cancelled the booking of ${inSentence(child_name)}. The place is free for another family.`
    : `The booking of ${inSentence(child_name)} was cancelled by the school.`;

/** What the end of a booking credited, in one sentence. */
const creditSentence = ({ ended }: EndedBooking): string => {
  if (ended.credit > 0) return `${formatCents(ended.credit)} is credited to your account.`;
  return ended.suggested > 0
    ? 'It was no longer free of charge, so nothing is credited automatically. The school decides about the sessions left.'
    : 'Nothing is credited.';
};

const sessionsOf = ({ trial_date, dates }: EndedBooking): string => {
  if (trial_date) return formatLongDate(trial_date);
  const [first, last] = [dates.at(0), dates.at(-1)];
  return first && last ? `${formatDate(first)} - ${formatDate(last)}` : '';
};

/**
 * Tells a family that a booking was cancelled, by itself or by the school (END-08, END-09).
 * @param cls the class as it is now; undefined where it is deleted
 */
export const bookingEndedEmail = (
  booking: EndedBooking,
  cls: Pick<ClassSummary, 'venue' | 'venue_details'> | undefined,
  siteUrl: string,
): RenderedEmail => {
  const type = classTypeName(booking.class_type);
  return composeEmail(
    {
      subject: `Booking cancelled for ${inSentence(booking.child_name)}: ${type}`,
      preview: creditSentence(booking),
      heading: 'Booking cancelled',
      blocks: [
        paragraph(endedBy(booking)),
        paragraph(creditSentence(booking)),
        ticket({
          programme: booking.class_type,
          kind: `${bookingTypeName(booking.is_trial)}, cancelled`,
          facts: [
            { label: 'Child', value: booking.child_name },
            { label: booking.is_trial ? 'Date' : 'Dates', value: sessionsOf(booking) },
            { label: 'Time', value: formatTimeRange(booking) },
            ...venueFacts(cls ?? booking),
            { label: 'Booked for', value: formatCents(booking.amount) },
          ],
        }),
        bookingsButton(siteUrl),
        smallPrint(`Was this not you, or is something wrong? Call us at ${brand.contact.phone}.`),
      ],
      reason: bookedReason,
    },
    siteUrl,
  );
};
