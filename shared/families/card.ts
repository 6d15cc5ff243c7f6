import type { Card, Child, CoachCard } from '#shared/families/family';
import type { CalendarDate, Instant } from '#shared/lib/values';
import { toCalendarDate } from '../lib/business-time.ts';
import { addDays } from '../lib/calendar.ts';
import { allowedPhotos, unansweredPhotos } from './children.ts';
import { unansweredHealth } from './health.ts';

export const emptyCard: Card = {
  ...unansweredHealth,
  contacts: [],
  ...unansweredPhotos,
  card_confirmed_at: null,
};

/** An empty card for a child that its family removed. */
export const coachCardOf = (card: Card = emptyCard): CoachCard => ({
  medical_conditions: card.medical_conditions,
  health_answer: card.health_answer,
  contacts: card.contacts,
  photos: allowedPhotos(card),
});

/** Days for which a confirmation counts (EME-03). */
const cardValidDays = 180;

/** In the zone of the business; null without a confirmation. */
export const cardConfirmedOn = (
  { card_confirmed_at }: Pick<Card, 'card_confirmed_at'>,
  timeZone: string,
): CalendarDate | null => card_confirmed_at && toCalendarDate(new Date(card_confirmed_at), timeZone);

/** The day on which the family is asked by email, counted from the last confirmation or the entry. */
export const cardMailOn = (
  { card_confirmed_at, created_at }: Pick<Child, 'card_confirmed_at' | 'created_at'>,
  timeZone: string,
): CalendarDate =>
  addDays(toCalendarDate(new Date(card_confirmed_at ?? created_at), timeZone), cardValidDays);

export const isCardDue = (confirmedOn: CalendarDate | null, today: CalendarDate): boolean =>
  confirmedOn === null || addDays(confirmedOn, cardValidDays) <= today;

/** Days without a booking until the email, and from the email until notes and contacts go (SEE-03). */
export const cardRetention = { unusedDays: 365, noticeDays: 30 } as const;

type ConfirmedCard = Pick<
  Child,
  'created_at' | 'medical_conditions' | 'health_answer' | 'contacts' | 'card_confirmed_at' | 'card_goes_on'
>;

/** The last entry, answer, confirmation or booking. */
const lastUse = (
  { created_at, health_answer, card_confirmed_at }: ConfirmedCard,
  bookedOn: readonly CalendarDate[],
  timeZone: string,
): CalendarDate => {
  const dayOf = (at: Instant) => toCalendarDate(new Date(at), timeZone);
  const answered = [health_answer?.at, card_confirmed_at].flatMap((at) => (at ? [dayOf(at)] : []));
  return [...answered, ...bookedOn].reduce((latest, day) => (day > latest ? day : latest), dayOf(created_at));
};

/**
 * The family is asked, and 30 days later notes and contacts go unless it confirmed, answered or booked since.
 * @param bookedOn days of booked sessions and of ended bookings
 */
export const cardRetentionOn = (
  card: ConfirmedCard,
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
