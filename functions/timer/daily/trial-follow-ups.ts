import { keepMailAt } from '#shared/domain/bookings/trials';
import { addDays } from '#shared/domain/time/calendar';
import { policies } from '#shared/policies';
import { dayMessage } from './day-message.ts';
import type { Recurring } from './recurring.ts';

/** The emails after a day's trials, on the day after (TRI-06). They are of use while the places are held. */
export const trialFollowUps: Recurring = {
  firstDay: (today) => today,
  dueAt: (day, timeZone) => new Date(keepMailAt({ date: day }, timeZone)),
  isOver: (day, today) => addDays(day, policies.trial.heldDays) < today,
  perform: dayMessage('trial-follow-up'),
};
