import { cardRetention } from '#shared/domain/children/retention';
import { toCalendarDate, toInstant } from '#shared/domain/time/business-time';
import { addDays } from '#shared/domain/time/calendar';
import { instantOf } from '#shared/domain/time/instant-of';
import { type CalendarDate, wallTimeSchema } from '#shared/schemas/values';
import { cardGoesOn, eraseCard } from '../../data/families/update-card.ts';
import { listUnusedCards, type UnusedCards } from '../../data/joins/unused-cards.ts';
import { messageIdOf } from '../../data/messages/message-id.ts';
import { messagePut } from '../../data/messages/messages.ts';
import { log } from '../../log.ts';
import type { TimedDeps } from '../../timed-deps.ts';
import type { Recurring } from './recurring.ts';

const checkedAt = wallTimeSchema.parse('03:00');

/** Writes of one transaction, less those of the daily work and the message. The next night takes the rest. */
const mostAsked = 90;

/**
 * What the run of a day does: whose cards it removes, and whose families it asks. Of more than a run can ask, the next one
 * asks the rest.
 */
export const planRetention = async (
  day: CalendarDate,
  { table, timeZone }: Pick<TimedDeps, 'table' | 'timeZone'>,
): Promise<UnusedCards> => {
  const { ask, erase } = await listUnusedCards(table, day, timeZone);
  return { ask: ask.slice(0, mostAsked), erase };
};

/** The day of the next run. */
export const nextRetention = (now: Date, timeZone: string): CalendarDate => {
  const today = toCalendarDate(now, timeZone);
  return now < retention.dueAt(today, timeZone) ? today : retention.firstDay(today);
};

/**
 * Removes notes and contacts that are not used any more, and asks the families of others whether to keep them (SEE-03).
 * Registers and views of cards go by the lifetime of their items.
 */
export const retention: Recurring = {
  firstDay: (today) => addDays(today, 1),
  dueAt: (day, timeZone) => toInstant(day, checkedAt, timeZone),
  isOver: (day, today) => day < today,
  perform: async (day, { table, clock, timeZone }) => {
    const { ask: asked, erase } = await planRetention(toCalendarDate(clock(), timeZone), { table, timeZone });
    for (const child of erase) {
      await eraseCard(table, child);
      log.info('card.erased', { child: child.id });
    }
    if (asked.length === 0) return [];
    const goesOn = addDays(day, cardRetention.noticeDays);
    return [
      messagePut(table, {
        id: messageIdOf('card-keep', day),
        created_at: instantOf(clock()),
        made_by: null,
        kind: 'card-keep',
        audience: { kind: 'families', parent_ids: [...new Set(asked.map(({ parent_id }) => parent_id))] },
        facts: { goes_on: goesOn },
      }),
      ...asked.map((child) => cardGoesOn(table, child, goesOn)),
    ];
  },
};
