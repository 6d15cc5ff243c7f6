import { toInstant } from '#shared/domain/business-time';
import { addDays } from '#shared/domain/calendar';
import { sessionDatesFrom } from '#shared/domain/schedule';
import { policies } from '#shared/policies';
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
    if (!classes.some((cls) => sessionDatesFrom(cls, day)[0] === day)) return [];
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
