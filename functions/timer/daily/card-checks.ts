import { isLiveBooking } from '#shared/domain/bookings/live-booking';
import { cardMailOn } from '#shared/domain/children/card';
import { isClassOver } from '#shared/domain/sessions/sessions';
import { businessMoment, toInstant } from '#shared/domain/time/business-time';
import { addDays } from '#shared/domain/time/calendar';
import { instantOf } from '#shared/domain/time/instant-of';
import { policies } from '#shared/policies';
import type { Child } from '#shared/schemas/child';
import { wallTimeSchema } from '#shared/schemas/values';
import { listBookingsOfSlot } from '../../data/bookings/bookings.ts';
import { listManagedClasses } from '../../data/classes/managed-classes.ts';
import { readChildren } from '../../data/families/children.ts';
import { messageIdOf } from '../../data/messages/message-id.ts';
import { messagePut } from '../../data/messages/messages.ts';
import type { TimedDeps } from '../../timed-deps.ts';
import type { Recurring } from './recurring.ts';

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
