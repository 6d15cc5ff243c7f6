import { businessMoment } from '#shared/domain/time/business-time';
import { getManagedClass } from '../../data/classes/managed-classes.ts';
import { describeRoster, listRosterBookings } from '../../data/joins/roster.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import { recordCardView } from '../../lib/record-card-view.ts';
import type { AdminDeps } from '../deps.ts';

/**
 * What the page of a class shows: the class, and the bookings of the requested slot, or of the first one. Without a record
 * of who read the cards nothing is shown (SEE-01).
 */
export const getRoster: Operation<'getRoster', AdminDeps> = async ({ caller, params, query }, deps) => {
  const { table, clock, timeZone } = deps;
  const cls = await getManagedClass(table, params.classId);
  if (!cls || cls.deleting) throw problem('classNotFound');
  const slot = query.slot ? cls.time_slots.find(({ id }) => id === query.slot) : cls.time_slots[0];
  if (!slot) {
    if (query.slot) throw problem('slotNotFound');
    return { class: cls, time_slot_id: null, bookings: [] };
  }
  const moment = businessMoment(clock(), timeZone);
  const bookings = await listRosterBookings(table, { cls, slot }, moment);
  const [described] = await Promise.all([
    describeRoster(table, { cls, slot, bookings }, moment),
    recordCardView(deps, caller, { cls, slot, date: null }, bookings),
  ]);
  return { class: cls, time_slot_id: slot.id, bookings: described };
};
