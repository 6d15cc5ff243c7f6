import * as z from 'zod/mini';
import { isLiveBooking } from '#shared/booking/booked-sessions';
import { cardMailOn, cardRetention } from '#shared/families/card';
import type { Child } from '#shared/families/family';
import { businessMoment, toCalendarDate, toInstant } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { childIdSchema, familyIdSchema } from '#shared/lib/ids';
import { parseTolerantly } from '#shared/lib/tolerant';
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
import { eraseCard, readChildren, setCardEnd } from './children.ts';

const askedAt = wallTimeSchema.parse(policies.card.askedAt);

const slotsAtOnce = 10;

/** The children with a session to come. One Query for each slot that is not over. */
const listComingChildren = async ({ table, clock, timeZone }: TimedDeps): Promise<Child[]> => {
  const moment = businessMoment(clock(), timeZone);
  const places = new Map<string, Pick<Child, 'id' | 'parent_id'>>();
  const slots = (await listManagedClasses(table, { consistent: true })).flatMap((cls) =>
    isClassOver(cls, moment) ? [] : cls.time_slots.map(({ id }) => ({ id, cls })),
  );
  for (let next = 0; next < slots.length; next += slotsAtOnce)
    await Promise.all(
      slots.slice(next, next + slotsAtOnce).map(async ({ id: slotId, cls }) => {
        for (const booking of await listBookingsOfSlot(table, slotId)) {
          const { child_id: id, parent_id } = booking;
          if (isLiveBooking(booking, cls, moment.today)) places.set(`${parent_id} ${id}`, { id, parent_id });
        }
      }),
    );
  return readChildren(table, [...places.values()]);
};

/** Some time after the last confirmation, once (EME-03). One message for all; a missed day is made up for. */
export const cardChecks: Recurring = {
  firstDay: (today) => addDays(today, 1),
  dueAt: (day, timeZone) => toInstant(day, askedAt, timeZone),
  isOver: () => false,
  perform: async (day, deps) => {
    const due = (await listComingChildren(deps)).filter((child) => cardMailOn(child, deps.timeZone) === day);
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

/** The limit of a transaction less the writes of the daily work and the message. The next night takes the rest. */
const maxAsked = 90;

/** Decides whose cards the run of a day removes, and whose families it asks; the next run asks the rest. */
export const planRetention = async (
  today: CalendarDate,
  { table, timeZone }: Pick<TimedDeps, 'table' | 'timeZone'>,
): Promise<Omit<UnusedCards, 'last'>> => {
  const plan: { ask: Child[]; erase: Child[] } = { ask: [], erase: [] };
  for await (const { ask, erase } of listUnusedCards(table, { today, timeZone })) {
    plan.ask.push(...ask);
    plan.erase.push(...erase);
  }
  return { ask: plan.ask.slice(0, maxAsked), erase: plan.erase };
};

export const retentionProgressSchema = z.object({
  /** The list position of the last family. */
  after: z.optional(z.string()),
  ask: z.array(z.object({ id: childIdSchema, parent_id: familyIdSchema })),
});

export const nextRetention = (now: Date, timeZone: string): CalendarDate => {
  const today = toCalendarDate(now, timeZone);
  return now < retention.dueAt(today, timeZone) ? today : retention.firstDay(today);
};

/** Removes unused notes and contacts after asking the families (SEE-03). Registers and views expire by themselves. */
export const retention: Recurring = {
  firstDay: (today) => addDays(today, 1),
  dueAt: (day, timeZone) => toInstant(day, checkedAt, timeZone),
  isOver: (day, today) => day < today,
  perform: async (day, { table, clock, timeZone, isTimeOver }, progress = { ask: [] }) => {
    const { after, ask } = parseTolerantly(retentionProgressSchema, progress);
    const asked: Pick<Child, 'id' | 'parent_id'>[] = [...ask];
    const today = toCalendarDate(clock(), timeZone);
    for await (const part of listUnusedCards(table, { today, timeZone, after })) {
      for (const child of part.erase) {
        await eraseCard(table, child);
        log.info('card.erased', { child: child.id });
      }
      const room = maxAsked - asked.length;
      asked.push(...part.ask.slice(0, room).map(({ id, parent_id }) => ({ id, parent_id })));
      if (isTimeOver()) return { goesOn: { after: part.last, ask: asked } };
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
      ...asked.map((child) => setCardEnd(table, child, goesOn)),
    ];
  },
};
