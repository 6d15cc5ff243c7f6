import type { Card, Child, CoachCard } from '#shared/schemas/child';
import type { CalendarDate } from '#shared/schemas/values';
import { toCalendarDate } from '../time/business-time.ts';
import { addDays } from '../time/calendar.ts';
import { unansweredHealth } from './health.ts';
import { allowedPhotos, unansweredPhotos } from './photos.ts';

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
