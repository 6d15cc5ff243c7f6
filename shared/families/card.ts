import type { Card, Child, CoachCard } from '#shared/families/family';
import type { CalendarDate, Instant } from '#shared/lib/values';
import { toCalendarDate } from '../lib/business-time.ts';
import { addDays } from '../lib/calendar.ts';
import { allowedPhotos, unansweredPhotos } from './children.ts';
import { unansweredHealth } from './health.ts';

/** The card of a child about whom nothing was said. */
export const emptyCard: Card = {
  ...unansweredHealth,
  contacts: [],
  ...unansweredPhotos,
  card_confirmed_at: null,
};

/** What a coach and the office read of a card; of a child that its family removed, an empty one. */
export const coachCardOf = (card: Card = emptyCard): CoachCard => ({
  medical_conditions: card.medical_conditions,
  health_answer: card.health_answer,
  contacts: card.contacts,
  photos: allowedPhotos(card),
});

/** For so many days after it was confirmed a card counts as right (EME-03). */
const cardValidDays = 180;

/** The day on which a card was confirmed, in the zone of the business; null where nobody did. */
export const cardConfirmedOn = (
  { card_confirmed_at }: Pick<Card, 'card_confirmed_at'>,
  timeZone: string,
): CalendarDate | null => card_confirmed_at && toCalendarDate(new Date(card_confirmed_at), timeZone);

/** The day on which the family of a card is asked by email: that of its last confirmation, or of its entry, counts. */
export const cardMailOn = (
  { card_confirmed_at, created_at }: Pick<Child, 'card_confirmed_at' | 'created_at'>,
  timeZone: string,
): CalendarDate =>
  addDays(toCalendarDate(new Date(card_confirmed_at ?? created_at), timeZone), cardValidDays);

/** Whether a card that was last confirmed on a day, or never, is to be confirmed again. */
export const isCardDue = (confirmedOn: CalendarDate | null, today: CalendarDate): boolean =>
  confirmedOn === null || addDays(confirmedOn, cardValidDays) <= today;

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
