import { businessMoment } from '#shared/domain/time/business-time';
import { getManagedClass } from '../../data/classes/managed-classes.ts';
import { describeRoster, listRosterBookings } from '../../data/views/roster.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/** What the page of a class shows: the class, and the bookings of the requested slot, or of the first one. */
export const getRoster: Operation<'getRoster', AdminDeps> = async (
  { params, query },
  { table, clock, timeZone },
) => {
  const cls = await getManagedClass(table, params.classId);
  if (!cls || cls.deleting) throw problem('classNotFound');
  const slot = query.slot ? cls.time_slots.find(({ id }) => id === query.slot) : cls.time_slots[0];
  if (!slot) {
    if (query.slot) throw problem('slotNotFound');
    return { class: cls, time_slot_id: null, bookings: [] };
  }
  const moment = businessMoment(clock(), timeZone);
  const bookings = await listRosterBookings(table, { cls, slot }, moment);
  return {
    class: cls,
    time_slot_id: slot.id,
    bookings: await describeRoster(table, { cls, slot, bookings }, moment),
  };
};
