import type { MyBooking } from '#shared/booking/booking-input';
import type { BusinessMoment } from '#shared/lib/business-time';
import { formatDeadline } from '#shared/lib/calendar';
import { classTypeName, formatLongDate } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import { comingSessions } from '../sessions/next-session.ts';

/** A booking with a session of its slot to come. */
export type CancellableBooking = MyBooking & { readonly ending: NonNullable<MyBooking['ending']> };

export const isCancellable = (booking: MyBooking): booking is CancellableBooking => booking.ending !== null;

const sessionsText = (booking: CancellableBooking, moment: BusinessMoment): string[] => {
  const coming = comingSessions([booking], moment);
  const [next] = coming;
  if (!next) return [];
  const { date } = next.session;
  const which = date === booking.dates[0] ? 'first' : 'next';
  const count = coming.length === 1 ? '1 session is' : `${coming.length} sessions are`;
  return [`${count} to come, the ${which} on ${formatLongDate(date)}.`];
};

// The session of an upgraded trial is given up with the place, and not credited (END-05).
const trialText = (booking: CancellableBooking, moment: BusinessMoment): string[] => {
  const date = booking.trial_session?.date;
  const isToCome = comingSessions([booking], moment).some(({ session }) => session.date === date);
  return isToCome ? ['The trial stays charged.'] : [];
};

const moneyText = (booking: CancellableBooking, moment: BusinessMoment): string[] => {
  const { ending, amount, sessions_left } = booking;
  if (sessions_left === 0) return ['Nothing of it is credited, because its session is over.'];
  const { free_until, credit } = ending;
  const until = formatDeadline(free_until, moment);
  if (Date.parse(free_until) < moment.now.getTime())
    return [
      'Nothing is credited automatically: the school decides.',
      `It was free of charge until ${until}.`,
    ];
  const share = credit === amount ? 'all of it' : 'the sessions left';
  return [
    `${formatCents(credit)} (${share}) is credited to you.`,
    ...trialText(booking, moment),
    `It is free of charge until ${until}.`,
  ];
};

/** A sentence for each fact: child and class, money, sessions (END-04, FAM-08). */
export const cancellationText = (booking: CancellableBooking, moment: BusinessMoment): string =>
  [
    `${booking.child_name} gives up the place in ${classTypeName(booking.time_slot.class.class_type)}.`,
    ...moneyText(booking, moment),
    ...sessionsText(booking, moment),
  ].join(' ');
