import { keepMailAt } from '#shared/booking/keep-terms';
import type { FootballClass } from '#shared/classes/class';
import { toInstant } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { instantOf, wallTimeSchema } from '#shared/lib/values';
import { policies } from '#shared/policies';
import { sessionDates } from '#shared/sessions/sessions';
import { listClasses } from '../classes/classes.ts';
import type { Recurring } from '../lib/due-work.ts';
import { messageIdOf, messagePut } from '../messages/messages.ts';

// One message about the sessions of a day, none without a session. `messenger` reads the rosters when it sends.
const dayMessage =
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

const sentAt = wallTimeSchema.parse(policies.sessionReminders.sentAt);

export const sessionReminders: Recurring = {
  firstDay: (today) => addDays(today, 1),
  dueAt: (day, timeZone) => toInstant(addDays(day, -1), sentAt, timeZone),
  isOver: (day, today) => day < today,
  perform: dayMessage('reminder'),
};

export const trialFollowUps: Recurring = {
  firstDay: (today) => today,
  dueAt: (day, timeZone) => new Date(keepMailAt({ date: day }, timeZone)),
  isOver: (day, today) => addDays(day, policies.trial.heldDays) < today,
  perform: dayMessage('trial-follow-up'),
};
