import { isLiveBooking } from '#shared/domain/bookings/live-booking';
import { toCalendarDate } from '#shared/domain/time/business-time';
import type { UserId } from '#shared/schemas/ids';
import { listBookingsOfSlot } from '../../data/bookings/bookings.ts';
import { getManagedClass } from '../../data/classes/managed-classes.ts';
import { type ChangedPlace, classChangedEmail } from '../../lib/email/templates/class-changed.ts';
import { byFamily } from './by-family.ts';
import type { Prepare } from './prepared.ts';

/** Tells the families of live bookings that the time or the place of their class has changed (CAL-11). */
export const prepareClassChanged: Prepare<'class-changed'> = async ({ audience, facts }, deps) => {
  const cls = await getManagedClass(deps.table, audience.class_id);
  if (!cls) return new Map();
  const today = toCalendarDate(deps.clock(), deps.timeZone);
  const places: (ChangedPlace & { readonly parentId: UserId; readonly age: number })[] = [];
  for (const slot of cls.time_slots) {
    const time = facts.slots.find(({ slot_id }) => slot_id === slot.id);
    if (!facts.venue && !time) continue;
    for (const booking of await listBookingsOfSlot(deps.table, slot.id, { consistent: true })) {
      if (!isLiveBooking(booking, cls, today)) continue;
      const { parent_id, child_name, child_age } = booking;
      places.push({ parentId: parent_id, child: child_name, age: child_age, cls, slot, time });
    }
  }
  return byFamily(places, deps, (own) => classChangedEmail(own, facts, deps.siteUrl));
};
