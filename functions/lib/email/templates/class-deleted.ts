import { byStartTime } from '#shared/domain/classes/capacity';
import { formatCents } from '#shared/domain/pricing/money';
import { classTypeName, formatTimeRange } from '#shared/domain/text/format';
import { venueFacts } from '#shared/domain/text/venue-facts';
import type { EndedBooking } from '#shared/schemas/ended-booking';
import type { MessageOf } from '#shared/schemas/message';
import type { Cents } from '#shared/schemas/values';
import { paragraph } from './blocks.ts';
import { bookingsButton, ticket } from './booking-blocks.ts';
import { bookedReason, composeEmail } from './layout.ts';
import type { RenderedEmail } from './rendered-email.ts';
import { inSentence } from './text.ts';

interface CreditedBooking extends Pick<EndedBooking, 'child_name' | 'start_time' | 'end_time'> {
  /** For the sessions left, that of a kept trial included. */
  readonly credit: Cents;
}

/** Tells a family that its class is cancelled, with what is credited of each booking (END-10). */
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
