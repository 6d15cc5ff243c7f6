import { cancellationPolicy } from '#shared/domain/bookings/cancellation-terms';
import { datedParts } from '#shared/domain/ledger/due-dates';
import { discountText } from '#shared/domain/pricing/discounts';
import { formatCents, totalOf } from '#shared/domain/pricing/money';
import { agreedDates } from '#shared/domain/sessions/booked-sessions';
import { bookedDuration, hasBegun } from '#shared/domain/sessions/sessions';
import {
  bookingTypeName,
  classTypeName,
  everyWeekday,
  formatDate,
  formatLongDate,
  formatTimeRange,
} from '#shared/domain/text/format';
import { listed } from '#shared/domain/text/listed';
import { venueFacts } from '#shared/domain/text/venue-facts';
import { businessMoment } from '#shared/domain/time/business-time';
import { nextSteps } from '#shared/next-steps';
import type { Booking, BookingDetails } from '#shared/schemas/booking';
import type { SchoolSettings } from '#shared/schemas/school-settings';
import type { Statement } from '#shared/schemas/statement';
import { paragraph, smallPrint } from './blocks.ts';
import {
  bookingsButton,
  dateList,
  dueFacts,
  type Fact,
  numberedSteps,
  priceFacts,
  ticket,
} from './booking-blocks.ts';
import { bookedReason, composeEmail } from './layout.ts';
import { payNowBlocks } from './ledger-blocks.ts';
import type { RenderedEmail } from './rendered-email.ts';
import { inSentence } from './text.ts';

/** A booking with its slot and class. The recipient is its parent. */
export type ConfirmedBooking = Omit<BookingDetails, 'parent'>;

/** What the family pays now, with this booking and others (PLK-01). */
export interface PayableNow {
  readonly link: SchoolSettings['payment_link'];
  readonly owed: Pick<Statement, 'reference' | 'due'>;
}

interface Site {
  /** Origin of the site. */
  readonly url: string;
  /** IANA time zone of the day of the booking. */
  readonly timeZone: string;
}

/** The booking of a sibling that is confirmed with another one: of the same slot and the same sessions. */
export type ConfirmedSibling = Pick<Booking, 'child_name' | 'amount' | 'discount' | 'due_dates'>;

/** The texts that differ between a trial and a full programme. */
interface Wording {
  readonly subject: string;
  readonly reserved: string;
  readonly kind: string;
  readonly when: string;
  readonly day: Fact;
  readonly classDates: readonly string[];
}

const trialWording = (child: string, type: string, { trial_date }: ConfirmedBooking): Wording => {
  if (!trial_date) throw new Error('A trial is stored without its date');
  const date = formatLongDate(trial_date);
  return {
    subject: `Trial session confirmed for ${child}: ${type}`,
    reserved: `The trial session for ${child} has been successfully reserved.`,
    kind: bookingTypeName(true),
    when: date,
    day: { label: 'Date', value: date },
    classDates: [],
  };
};

/** The sessions to come when it was booked. That of a kept trial is one of them, with the trial's charge (TRI-04). */
const classDates = (booking: ConfirmedBooking, timeZone: string): string[] => {
  const { created_at, time_slot, trial_session: trial } = booking;
  const moment = businessMoment(new Date(created_at), timeZone);
  const dates = trial && !hasBegun(trial.date, time_slot, moment) ? agreedDates(booking) : booking.dates;
  return dates.map((date) => `${formatDate(date)}${date === trial?.date ? ' (the trial)' : ''}`);
};

const programWording = (
  child: string,
  type: string,
  { booking, timeZone, isOne }: { booking: ConfirmedBooking; timeZone: string; isOne: boolean },
): Wording => {
  const { class: cls } = booking.time_slot;
  const weekday = everyWeekday(cls.start_date);
  return {
    subject: `Booking confirmed for ${child}: ${type}`,
    reserved: isOne
      ? `The spot for ${child} has been successfully reserved.`
      : `The spots for ${child} have been successfully reserved.`,
    kind: bookingTypeName(false),
    when: weekday,
    day: { label: 'Day', value: weekday },
    classDates: classDates(booking, timeZone),
  };
};

/** Who is booked. Of several children each has its price. */
const childFacts = (bookings: readonly ConfirmedSibling[]): Fact[] =>
  bookings.map(({ child_name, amount, discount }) => {
    if (bookings.length === 1) return { label: 'Child', value: child_name };
    const words = discount ? ` (${discountText(discount)})` : '';
    return { label: 'Child', value: `${child_name}: ${formatCents(amount)}${words}` };
  });

/** What the bookings cost together, and when that is due. */
const totalFacts = (bookings: readonly ConfirmedSibling[]): Fact[] => [
  { label: 'Total', value: formatCents(totalOf(bookings)) },
  ...dueFacts(datedParts(bookings)),
];

/**
 * The confirmation of a booking (API-35, API-36), and of those of siblings who were booked with its child (BSK-03). For a
 * trial it names the date; for a full programme, all dates that are booked, that of a kept trial included while it is to come.
 * @throws Error for a trial without a date, which the API never stores
 */
export const bookingConfirmationEmail = (
  booking: ConfirmedBooking,
  site: Site,
  payable?: PayableNow,
  siblings: readonly ConfirmedSibling[] = [],
): RenderedEmail => {
  const { time_slot: slot, is_trial } = booking;
  const { class: cls } = slot;
  const bookings = [booking, ...siblings];
  const isOne = siblings.length === 0;
  const total = totalOf(bookings);
  const child = listed(bookings.map(({ child_name }) => inSentence(child_name)));
  const type = classTypeName(cls.class_type);
  const time = formatTimeRange(slot);
  const { subject, reserved, kind, when, day, classDates } = is_trial
    ? trialWording(child, type, booking)
    : programWording(child, type, { booking, timeZone: site.timeZone, isOne });
  return composeEmail(
    {
      subject,
      preview: `${when}, ${time}, ${inSentence(cls.venue)}`,
      heading: 'Booking Confirmed!',
      blocks: [
        paragraph(`${reserved} See you on the pitch!`),
        ticket({
          programme: cls.class_type,
          kind,
          facts: [
            ...childFacts(bookings),
            day,
            { label: 'Time', value: time },
            ...venueFacts(cls),
            { label: 'Coach', value: cls.coach_name },
            { label: 'Duration', value: bookedDuration(cls, slot, is_trial) },
            ...(isOne ? priceFacts('Total', booking) : totalFacts(bookings)),
          ],
        }),
        ...(classDates.length > 0 ? [dateList('Class dates', classDates)] : []),
        numberedSteps('Next steps', nextSteps(total)),
        ...(payable && total > 0 ? payNowBlocks(payable.link, payable.owed) : []),
        bookingsButton(site.url),
        smallPrint(cancellationPolicy(is_trial)),
        smallPrint('There you can also add the sessions to your calendar, or subscribe to all of them.'),
      ],
      reason: bookedReason,
    },
    site.url,
  );
};
