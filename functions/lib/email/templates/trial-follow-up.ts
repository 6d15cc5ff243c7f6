import { brand } from '#shared/brand';
import type { KeepTerms } from '#shared/domain/bookings/keep-terms';
import { formatCents } from '#shared/domain/pricing/money';
import { counted } from '#shared/domain/text/counted';
import {
  bookingTypeName,
  classTypeName,
  everyWeekday,
  formatLongDate,
  formatTimeRange,
} from '#shared/domain/text/format';
import { venueFacts } from '#shared/domain/text/venue-facts';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import { formatDeadline } from '#shared/domain/time/deadline';
import { paths } from '#shared/paths';
import type { Booking } from '#shared/schemas/booking';
import type { ClassSummary } from '#shared/schemas/class';
import type { TimeSlot } from '#shared/schemas/slot';
import type { Instant } from '#shared/schemas/values';
import { type Block, button, paragraph } from './blocks.ts';
import { priceFacts, ticket } from './booking-blocks.ts';
import { composeEmail } from './layout.ts';
import type { RenderedEmail } from './rendered-email.ts';
import { inSentence } from './text.ts';

/** A trial whose place can be kept. */
export interface HeldTrial {
  readonly booking: Pick<Booking, 'id' | 'child_name'>;
  readonly cls: Pick<ClassSummary, 'class_type' | 'venue' | 'venue_details' | 'start_date'>;
  readonly slot: Pick<TimeSlot, 'start_time' | 'end_time'>;
  readonly terms: KeepTerms;
  readonly heldUntil: Instant;
}

const trialBlocks = (
  { booking, cls, slot, terms, heldUntil }: HeldTrial,
  moment: BusinessMoment,
  siteUrl: string,
): Block[] => {
  const [first] = terms.dates;
  const count = counted(terms.dates.length, 'session', 'sessions');
  return [
    ticket({
      programme: cls.class_type,
      kind: bookingTypeName(false),
      facts: [
        { label: 'Child', value: booking.child_name },
        { label: 'Day', value: everyWeekday(cls.start_date) },
        { label: 'Time', value: formatTimeRange(slot) },
        ...venueFacts(cls),
        { label: 'Sessions', value: first ? `${count}, from ${formatLongDate(first)}` : count },
        ...priceFacts('Price', terms),
        { label: 'Held until', value: formatDeadline(heldUntil, moment) },
      ],
    }),
    button(
      `Keep the place for ${formatCents(terms.amount)}`,
      new URL(paths.keepPlace(booking.id), siteUrl).href,
    ),
  ];
};

/** Offers a family to keep the places of its trials of the day before (TRI-06). */
export const trialFollowUpEmail = (
  trials: readonly [HeldTrial, ...HeldTrial[]],
  moment: BusinessMoment,
  siteUrl: string,
): RenderedEmail => {
  const [{ booking, cls, heldUntil }] = trials;
  const place = trials.length === 1 ? `the place of ${inSentence(booking.child_name)}` : 'the places';
  const until = formatDeadline(heldUntil, moment);
  return composeEmail(
    {
      subject: `Keep ${place}: ${classTypeName(cls.class_type)}`,
      preview: `We hold it until ${until}`,
      heading: 'Thank you for trying a session',
      blocks: [
        paragraph(
          `We hold ${place} until ${until}. After that, others can book it. If you do not want to keep it, there is nothing to do.`,
        ),
        ...trials.flatMap((trial) => trialBlocks(trial, moment, siteUrl)),
      ],
      reason: `You receive this email because you booked a trial session with ${brand.name}.`,
    },
    siteUrl,
  );
};
