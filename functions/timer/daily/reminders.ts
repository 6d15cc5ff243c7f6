import { toInstant } from '#shared/domain/business-time';
import { addDays } from '#shared/domain/calendar';
import { sessionDates } from '#shared/domain/sessions';
import { policies } from '#shared/policies';
import type { FootballClass } from '#shared/schemas/class';
import { instantSchema, wallTimeSchema } from '#shared/schemas/values';
import { listClasses } from '../../data/classes/classes.ts';
import { messageIdOf } from '../../data/messages/message-id.ts';
import { messagePut } from '../../data/messages/messages.ts';
import type { Recurring } from './recurring.ts';

const sentAt = wallTimeSchema.parse(policies.reminders.sentAt);

/**
 * The reminders of one day's sessions (MSG-05): one message, sent the day before. `messenger` reads the rosters when it
 * sends. A day without a session has no message.
 */
export const reminders: Recurring = {
  dueAt: (day, timeZone) => toInstant(addDays(day, -1), sentAt, timeZone),
  writes: async (day, { table, clock }) => {
    const classes = await listClasses(table);
    const hasSession = (cls: FootballClass) =>
      cls.time_slots.some((slot) => sessionDates(cls, slot).includes(day));
    if (!classes.some(hasSession)) return [];
    return [
      messagePut(table, {
        id: messageIdOf('reminder', day),
        created_at: instantSchema.parse(clock().toISOString()),
        made_by: null,
        kind: 'reminder',
        audience: { kind: 'day', date: day },
        facts: {},
      }),
    ];
  },
};
