import type { MyBooking } from '#shared/booking/booking-input';
import type { BusinessMoment } from '#shared/lib/business-time';
import { formatDeadline } from '#shared/lib/calendar';
import { classTypeName, formatLongDate } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import { counted } from '#shared/lib/text';
import { comingSessions } from '../sessions/next-session.ts';

/** A booking with a session of its slot to come. */
export type CancellableBooking = MyBooking & { readonly ending: NonNullable<MyBooking['ending']> };

export const isCancellable = (booking: MyBooking): booking is CancellableBooking => booking.ending !== null;

/**
 * " with 9 sessions to come (first session Saturday, September 27, 2025)"; empty where none is to come, as of a held
 * trial.
 */
const sessionsText = (booking: CancellableBooking, moment: BusinessMoment): string => {
  const coming = comingSessions([booking], moment);
  const [next] = coming;
  if (!next) return '';
  const { date } = next.session;
  const which = date === booking.dates[0] ? 'first' : 'next';
  return ` with ${counted(coming.length, 'session', 'sessions')} to come (${which} session ${formatLongDate(date)})`;
};

/** The session of a kept trial is given up with the place, and not credited (END-05). */
const trialText = (booking: CancellableBooking, moment: BusinessMoment): string => {
  const date = booking.trial_session?.date;
  const isToCome = comingSessions([booking], moment).some(({ session }) => session.date === date);
  return isToCome ? ', and the trial stays charged' : '';
};

const moneyText = (booking: CancellableBooking, moment: BusinessMoment): string => {
  const { ending, amount, sessions_left } = booking;
  if (sessions_left === 0) return 'nothing of it is credited, because its session is over';
  const { free_until, credit } = ending;
  const until = formatDeadline(free_until, moment);
  if (Date.parse(free_until) < moment.now.getTime()) {
    return `it was free of charge until ${until}, so nothing is credited automatically and the school decides about the rest`;
  }
  const share = credit === amount ? 'all of it' : 'the sessions left';
  return `until ${until} it is free of charge, and ${formatCents(credit)} (${share}) is credited to you${trialText(booking, moment)}`;
};

/** What a cancellation does, in one sentence: child, class, session, money (END-04). */
export const cancellationText = (booking: CancellableBooking, moment: BusinessMoment): string =>
  `${booking.child_name} gives up the place in ${classTypeName(booking.time_slot.class.class_type)}${sessionsText(booking, moment)}; ${moneyText(booking, moment)}.`;
