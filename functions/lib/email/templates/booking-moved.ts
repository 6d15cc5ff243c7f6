import { formatCents } from '#shared/domain/pricing/money';
import {
  bookingTypeName,
  classTypeName,
  everyWeekday,
  formatDate,
  formatLongDate,
  formatTimeRange,
} from '#shared/domain/text/format';
import { venueFacts } from '#shared/domain/text/venue-facts';
import type { Booking } from '#shared/schemas/booking';
import type { ClassSummary } from '#shared/schemas/class';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate, Cents } from '#shared/schemas/values';
import { paragraph } from './blocks.ts';
import { bookingsButton, dateList, type Fact, priceFacts, ticket } from './booking-blocks.ts';
import { bookedReason, composeEmail } from './layout.ts';
import type { RenderedEmail } from './rendered-email.ts';
import { inSentence } from './text.ts';

/** Where and when a booking meets. */
type Meeting = Pick<ClassSummary, 'class_type' | 'venue' | 'start_date'> &
  Pick<TimeSlot, 'start_time' | 'end_time'> & { readonly trial_date: CalendarDate | null };

type SlotTimes = Pick<TimeSlot, 'id' | 'start_time' | 'end_time'>;

/** A booking in its new slot, and where it was before. */
export interface MovedBooking {
  readonly booking: Booking;
  readonly cls: Pick<ClassSummary, 'class_type' | 'venue' | 'venue_details' | 'coach_name' | 'start_date'>;
  readonly slot: SlotTimes;
  readonly from: Meeting;
  /** Credited for the sessions left of the old booking; null for a move within a class, which changes no money. */
  readonly credit: Cents | null;
  /** Those to come, ascending. One that is brought back in a slot of before has the times of that slot. */
  readonly sessions: readonly {
    readonly session: { readonly date: CalendarDate };
    readonly slot: SlotTimes;
  }[];
}

const dayOf = ({ trial_date, start_date }: Pick<Meeting, 'trial_date' | 'start_date'>): string =>
  trial_date ? formatLongDate(trial_date) : everyWeekday(start_date);

const describe = (meeting: Meeting): string =>
  `${classTypeName(meeting.class_type)}, ${dayOf(meeting)}, ${formatTimeRange(meeting)}, ${meeting.venue}`;

const moneyFacts = ({ booking, credit }: MovedBooking): Fact[] =>
  credit === null
    ? []
    : [
        ...priceFacts('Price', booking),
        { label: 'Credited', value: `${formatCents(credit)} for the sessions left of the old booking` },
      ];

const sessionText =
  (own: SlotTimes) =>
  ({ session, slot }: MovedBooking['sessions'][number]): string =>
    slot.id === own.id ? formatDate(session.date) : `${formatDate(session.date)} (${formatTimeRange(slot)})`;

/** Tells a family that a booking is in another slot, with the old and the new place (MOV-07). */
export const bookingMovedEmail = (moved: MovedBooking, siteUrl: string): RenderedEmail => {
  const { booking, cls, slot, from, sessions } = moved;
  const type = classTypeName(cls.class_type);
  const day = dayOf({ trial_date: booking.trial_date, start_date: cls.start_date });
  return composeEmail(
    {
      subject: `Changed for ${inSentence(booking.child_name)}: ${type}, ${formatTimeRange(slot)}`,
      preview: `Now ${day}, ${formatTimeRange(slot)}, ${inSentence(cls.venue)}`,
      heading: 'Your booking has changed',
      blocks: [
        paragraph('The place below is yours from now on. The old one has been given back.'),
        ticket({
          programme: cls.class_type,
          kind: bookingTypeName(booking.is_trial),
          facts: [
            { label: 'Child', value: booking.child_name },
            { label: booking.is_trial ? 'Date' : 'Day', value: day },
            { label: 'Time', value: formatTimeRange(slot) },
            ...venueFacts(cls),
            { label: 'Coach', value: cls.coach_name },
            { label: 'Before', value: describe(from) },
            ...moneyFacts(moved),
          ],
        }),
        ...(booking.is_trial ? [] : [dateList('Sessions to come', sessions.map(sessionText(slot)))]),
        bookingsButton(siteUrl),
      ],
      reason: bookedReason,
    },
    siteUrl,
  );
};
