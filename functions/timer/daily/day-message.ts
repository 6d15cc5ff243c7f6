import { sessionDates } from '#shared/domain/sessions/sessions';
import { instantOf } from '#shared/domain/time/instant-of';
import type { FootballClass } from '#shared/schemas/class';
import { listClasses } from '../../data/classes/classes.ts';
import { messageIdOf } from '../../data/messages/message-id.ts';
import { messagePut } from '../../data/messages/messages.ts';
import type { Recurring } from './recurring.ts';

/**
 * Work that stores one message about the sessions of a day. `messenger` reads the rosters when it sends. A day without a
 * session has no message.
 */
export const dayMessage =
  (kind: 'reminder' | 'trial-follow-up'): Recurring['perform'] =>
  async (day, { table, clock }) => {
    const classes = await listClasses(table);
    const hasSession = (cls: FootballClass) =>
      cls.time_slots.some((slot) => sessionDates(cls, slot).includes(day));
    if (!classes.some(hasSession)) return [];
    return [
      messagePut(table, {
        id: messageIdOf(kind, day),
        created_at: instantOf(clock()),
        made_by: null,
        kind,
        audience: { kind: 'day', date: day },
        facts: {},
      }),
    ];
  };
