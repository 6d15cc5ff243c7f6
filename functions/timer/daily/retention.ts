import { cardRetention } from '#shared/domain/children/retention';
import { businessMoment, toInstant } from '#shared/domain/time/business-time';
import { addDays } from '#shared/domain/time/calendar';
import { instantOf } from '#shared/domain/time/instant-of';
import { wallTimeSchema } from '#shared/schemas/values';
import { cardGoesOn, eraseCard } from '../../data/families/update-card.ts';
import { messageIdOf } from '../../data/messages/message-id.ts';
import { messagePut } from '../../data/messages/messages.ts';
import { listUnusedCards } from '../../data/views/unused-cards.ts';
import { log } from '../../log.ts';
import type { Recurring } from './recurring.ts';

const checkedAt = wallTimeSchema.parse('03:00');

/** Writes of one transaction, less those of the daily work and the message. The next night takes the rest. */
const mostAsked = 90;

/**
 * Removes notes and contacts that are not used any more, and asks the families of others whether to keep them (SEE-03).
 * Registers and views of cards go by the lifetime of their items.
 */
export const retention: Recurring = {
  firstDay: (today) => addDays(today, 1),
  dueAt: (day, timeZone) => toInstant(day, checkedAt, timeZone),
  isOver: (day, today) => day < today,
  perform: async (day, { table, clock, timeZone }) => {
    const { ask, erase } = await listUnusedCards(table, businessMoment(clock(), timeZone), timeZone);
    for (const child of erase) {
      await eraseCard(table, child);
      log.info('card.erased', { child: child.id });
    }
    const asked = ask.slice(0, mostAsked);
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
