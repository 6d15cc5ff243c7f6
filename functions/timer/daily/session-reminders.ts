import { toInstant } from '#shared/domain/time/business-time';
import { addDays } from '#shared/domain/time/calendar';
import { policies } from '#shared/policies';
import { wallTimeSchema } from '#shared/schemas/values';
import { dayMessage } from './day-message.ts';
import type { Recurring } from './recurring.ts';

const sentAt = wallTimeSchema.parse(policies.sessionReminders.sentAt);

/** The reminders of one day's sessions (MSG-05): one message, sent the day before. */
export const sessionReminders: Recurring = {
  firstDay: (today) => addDays(today, 1),
  dueAt: (day, timeZone) => toInstant(addDays(day, -1), sentAt, timeZone),
  isOver: (day, today) => day < today,
  perform: dayMessage('reminder'),
};
