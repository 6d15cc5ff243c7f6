import type { Child } from '#shared/schemas/child';
import type { CalendarDate, Instant } from '#shared/schemas/values';
import { toCalendarDate } from '../time/business-time.ts';
import { addDays } from '../time/calendar.ts';

/** Notes and contacts of a child are kept for so many days without a booking, and after the email that says so (SEE-03). */
export const cardRetention = { unusedDays: 365, noticeDays: 30 } as const;

type KeptCard = Pick<
  Child,
  'created_at' | 'medical_conditions' | 'health_answer' | 'contacts' | 'card_confirmed_at' | 'card_goes_on'
>;

/** The last day on which somebody had a reason to keep a card: an entry, an answer, a confirmation, or a booking. */
const lastUse = (
  { created_at, health_answer, card_confirmed_at }: KeptCard,
  bookedOn: readonly CalendarDate[],
  timeZone: string,
): CalendarDate => {
  const dayOf = (at: Instant) => toCalendarDate(new Date(at), timeZone);
  const answered = [health_answer?.at, card_confirmed_at].flatMap((at) => (at ? [dayOf(at)] : []));
  return [...answered, ...bookedOn].reduce((latest, day) => (day > latest ? day : latest), dayOf(created_at));
};

/**
 * What becomes of the notes and contacts of a child: its family is asked, and 30 days later they go, unless it has confirmed
 * them, answered, or booked since.
 * @param bookedOn the days of all sessions booked, and on which bookings ended
 */
export const cardRetentionOn = (
  card: KeptCard,
  bookedOn: readonly CalendarDate[],
  today: CalendarDate,
  timeZone: string,
): 'keep' | 'ask' | 'erase' => {
  const { medical_conditions, contacts, card_goes_on } = card;
  if (medical_conditions === null && contacts.length === 0) return 'keep';
  const used = lastUse(card, bookedOn, timeZone);
  if (addDays(used, cardRetention.unusedDays) > today) return 'keep';
  if (!card_goes_on || addDays(card_goes_on, -cardRetention.noticeDays) <= used) return 'ask';
  return card_goes_on <= today ? 'erase' : 'keep';
};
