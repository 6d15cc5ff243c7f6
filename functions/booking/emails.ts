import { agreedDates } from '#shared/booking/booked-sessions';
import type { Booking, BookingDetails, EndedBooking } from '#shared/booking/booking';
import { nextSteps, venueFacts } from '#shared/booking/booking-terms';
import { discountText } from '#shared/booking/discounts';
import { datedParts } from '#shared/booking/due-dates';
import { cancellationPolicy } from '#shared/booking/endings';
import type { KeepTerms } from '#shared/booking/keep-terms';
import { brand, reachUs } from '#shared/brand';
import type { ClassSummary } from '#shared/classes/class';
import { howToPayFallback } from '#shared/ledger/payment-link';
import type { Statement } from '#shared/ledger/statement';
import { type BusinessMoment, businessMoment } from '#shared/lib/business-time';
import { formatDeadline } from '#shared/lib/calendar';
import {
  bookingTypeName,
  classTypeName,
  everyWeekday,
  formatDate,
  formatLongDate,
  formatTimeRange,
} from '#shared/lib/format';
import { formatCents, totalOf } from '#shared/lib/money';
import { counted, listed } from '#shared/lib/text';
import type { CalendarDate, Cents, Instant } from '#shared/lib/values';
import { paths } from '#shared/paths';
import type { SchoolSettings } from '#shared/school/settings';
import { bookedDuration, hasBegun } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';
import { payNowBlocks } from '../ledger/emails.ts';
import {
  actorBlocks,
  bookingsButton,
  dateList,
  dueFacts,
  type Fact,
  numberedSteps,
  priceFacts,
  ticket,
} from '../lib/mail/booking-blocks.ts';
import {
  type Block,
  bookedReason,
  button,
  composeEmail,
  inSentence,
  paragraph,
  type RenderedEmail,
  smallPrint,
} from '../lib/mail/layout.ts';

export type ConfirmedBooking = Omit<BookingDetails, 'parent'>;

/** What the family pays now, with this booking and others (PLK-01). */
export interface PayableNow {
  readonly link: SchoolSettings['payment_link'];
  readonly owed: Pick<Statement, 'reference' | 'due'>;
  /** Where families can pay by card: the site's address. */
  readonly cardsAt?: string | undefined;
  /** Whether the school has not said yet how families pay (SCH-02). */
  readonly isUntold?: boolean;
}

interface Site {
  readonly url: string;
  /** IANA time zone of the day of the booking. */
  readonly timeZone: string;
}

type ConfirmedSibling = Pick<Booking, 'child_name' | 'amount' | 'discount' | 'due_dates'>;

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

// The sessions to come at the time of the booking. The session of an upgraded trial has the trial's charge (TRI-04).
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

const childFacts = (bookings: readonly ConfirmedSibling[]): Fact[] =>
  bookings.map(({ child_name, amount, discount }) => {
    if (bookings.length === 1) return { label: 'Child', value: child_name };
    const words = discount ? ` (${discountText(discount)})` : '';
    return { label: 'Child', value: `${child_name}: ${formatCents(amount)}${words}` };
  });

const totalFacts = (bookings: readonly ConfirmedSibling[]): Fact[] => [
  { label: 'Total', value: formatCents(totalOf(bookings)) },
  ...dueFacts(datedParts(bookings)),
];

interface ConfirmedWith {
  readonly payable?: PayableNow;
  readonly siblings?: readonly ConfirmedSibling[];
  readonly byOffice?: boolean;
  /** The other adult of the family, who booked. */
  readonly byOther?: string | undefined;
}

/**
 * Confirms a booking (API-35, API-36) and those of siblings (BSK-03). A trial names its date; a full programme names all
 * booked dates, that of its upgraded trial included while it is to come.
 * @throws Error for a trial without a date, which the API never stores
 */
export const bookingConfirmationEmail = (
  booking: ConfirmedBooking,
  site: Site,
  { payable, siblings = [], byOffice = false, byOther }: ConfirmedWith = {},
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
        ...actorBlocks(byOther, 'booked this'),
        ...(byOffice ? [paragraph(`Booked for you by ${brand.name}.`)] : []),
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
        ...(payable?.isUntold && total > 0 ? [paragraph(howToPayFallback)] : []),
        ...(payable && total > 0 ? payNowBlocks(payable.link, payable.owed, payable.cardsAt) : []),
        bookingsButton(site.url),
        smallPrint(cancellationPolicy(is_trial)),
        smallPrint('There you can also add the sessions to your calendar, or subscribe to all of them.'),
      ],
      reason: bookedReason,
    },
    site.url,
  );
};

type Meeting = Pick<ClassSummary, 'class_type' | 'venue' | 'start_date'> &
  Pick<TimeSlot, 'start_time' | 'end_time'> & { readonly trial_date: CalendarDate | null };

type SlotTimes = Pick<TimeSlot, 'id' | 'start_time' | 'end_time'>;

interface MovedBooking {
  readonly booking: Booking;
  readonly cls: Pick<ClassSummary, 'class_type' | 'venue' | 'venue_details' | 'coach_name' | 'start_date'>;
  readonly slot: SlotTimes;
  readonly from: Meeting;
  readonly credit: Cents | null;
  /** The other adult of the family, who moved the booking. */
  readonly byOther?: string | undefined;
  /** Sessions to come, ascending. A session that is brought back in an old slot has the times of that slot. */
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

export const bookingMovedEmail = (moved: MovedBooking, siteUrl: string): RenderedEmail => {
  const { booking, cls, slot, from, byOther, sessions } = moved;
  const type = classTypeName(cls.class_type);
  const day = dayOf({ trial_date: booking.trial_date, start_date: cls.start_date });
  return composeEmail(
    {
      subject: `Changed for ${inSentence(booking.child_name)}: ${type}, ${formatTimeRange(slot)}`,
      preview: `Now ${day}, ${formatTimeRange(slot)}, ${inSentence(cls.venue)}`,
      heading: 'Your booking has changed',
      blocks: [
        ...actorBlocks(byOther, 'moved this'),
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

const endedBy = ({ ended, child_name }: EndedBooking, byOther: string | undefined): string => {
  const child = inSentence(child_name);
  if (ended.by !== 'parent') return `The booking of ${child} was cancelled by the school.`;
  const free = 'The place is free for another family.';
  return byOther === undefined
    ? `You cancelled the booking of ${child}. ${free}`
    : `The booking of ${child} was cancelled. ${free}`;
};

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
 * Tells a family that itself or the school cancelled a booking (END-08, END-09).
 * @param cls the class as it is now; undefined where it is deleted
 * @param byOther the other adult of the family, who cancelled it
 */
export const bookingEndedEmail = (
  booking: EndedBooking,
  cls: Pick<ClassSummary, 'venue' | 'venue_details'> | undefined,
  siteUrl: string,
  byOther?: string,
): RenderedEmail => {
  const type = classTypeName(booking.class_type);
  return composeEmail(
    {
      subject: `Booking cancelled for ${inSentence(booking.child_name)}: ${type}`,
      preview: creditSentence(booking),
      heading: 'Booking cancelled',
      blocks: [
        ...actorBlocks(byOther, 'cancelled this'),
        paragraph(endedBy(booking, byOther)),
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
        smallPrint(`Was this not you, or is something wrong? Please ${reachUs}.`),
      ],
      reason: bookedReason,
    },
    siteUrl,
  );
};

interface HeldTrial {
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
      new URL(paths.upgradeTrial(booking.id), siteUrl).href,
    ),
  ];
};

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
