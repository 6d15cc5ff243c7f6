import { isLiveBooking } from '#shared/booking/booked-sessions';
import { cardMailOn, cardRetention } from '#shared/families/card';
import type { Child } from '#shared/families/family';
import { businessMoment, toCalendarDate, toInstant } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { type CalendarDate, instantOf, wallTimeSchema } from '#shared/lib/values';
import { policies } from '#shared/policies';
import { isClassOver } from '#shared/sessions/sessions';
import { listUnusedCards, type UnusedCards } from '../across/cards.ts';
import { listBookingsOfSlot } from '../booking/bookings.ts';
import { listManagedClasses } from '../classes/classes.ts';
import type { TimedDeps } from '../lib/deps.ts';
import type { Recurring } from '../lib/due-work.ts';
import { log } from '../lib/log.ts';
import { messageIdOf, messagePut } from '../messages/messages.ts';
import { cardGoesOn, eraseCard, readChildren } from './children.ts';

const askedAt = wallTimeSchema.parse(policies.card.askedAt);

/** The children with a session to come. One Query for each slot that is not over. */
const comingChildren = async ({ table, clock, timeZone }: TimedDeps): Promise<Child[]> => {
  const moment = businessMoment(clock(), timeZone);
  const places = new Map<string, Pick<Child, 'id' | 'parent_id'>>();
  for (const cls of await listManagedClasses(table, { consistent: true })) {
    if (isClassOver(cls, moment)) continue;
    for (const slot of cls.time_slots) {
      for (const booking of await listBookingsOfSlot(table, slot.id)) {
        const { child_id: id, parent_id } = booking;
        if (isLiveBooking(booking, cls, moment.today)) places.set(`${parent_id} ${id}`, { id, parent_id });
      }
    }
  }
  return readChildren(table, [...places.values()]);
};

/**
 * Asks the families whose cards were last confirmed so long ago on a day, once (EME-03): one message for all of them. A day
 * that was missed is made up for, so that no card is left out.
 */
export const cardChecks: Recurring = {
  firstDay: (today) => addDays(today, 1),
  dueAt: (day, timeZone) => toInstant(day, askedAt, timeZone),
  isOver: () => false,
  perform: async (day, deps) => {
    const due = (await comingChildren(deps)).filter((child) => cardMailOn(child, deps.timeZone) === day);
    if (due.length === 0) return [];
    return [
      messagePut(deps.table, {
        id: messageIdOf('card-check', day),
        created_at: instantOf(deps.clock()),
        made_by: null,
        kind: 'card-check',
        audience: { kind: 'families', parent_ids: [...new Set(due.map(({ parent_id }) => parent_id))] },
        facts: { child_ids: due.map(({ id }) => id) },
      }),
    ];
  },
};

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
