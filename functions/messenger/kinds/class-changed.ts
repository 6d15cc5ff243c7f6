import { isLiveBooking } from '#shared/domain/bookings/live-booking';
import { datesIn } from '#shared/domain/sessions/booked-sessions';
import { toCalendarDate } from '#shared/domain/time/business-time';
import type { UserId } from '#shared/schemas/ids';
import { listBookingsOfSlots } from '../../data/bookings/bookings.ts';
import { getManagedClass } from '../../data/classes/managed-classes.ts';
import { type ChangedPlace, classChangedEmail } from '../../lib/email/templates/class-changed.ts';
import { byFamily } from './by-family.ts';
import { type Prepare, toNobody } from './prepared.ts';

/** Tells the families of live bookings that the time or the place of their class has changed (CAL-11). */
export const prepareClassChanged: Prepare<'class-changed'> = async ({ audience, facts }, deps) => {
  const cls = await getManagedClass(deps.table, audience.class_id);
  if (!cls) return toNobody;
  const today = toCalendarDate(deps.clock(), deps.timeZone);
  const places: (ChangedPlace & { readonly parentId: UserId; readonly age: number })[] = [];
  const bookings = await listBookingsOfSlots(deps.table, cls.time_slots);
  for (const slot of cls.time_slots) {
    const time = facts.slots.find(({ slot_id }) => slot_id === slot.id);
    for (const booking of bookings) {
      const isOwn = booking.time_slot_id === slot.id;
      // The venue is told once, with the booking's own slot.
      if (!(isOwn ? facts.venue || time : time)) continue;
      const isConcerned = isOwn
        ? isLiveBooking(booking, cls, today)
        : datesIn(cls, booking, slot, today).length > 0;
      if (!isConcerned) continue;
      const { parent_id, child_name, child_age } = booking;
      places.push({ parentId: parent_id, child: child_name, age: child_age, cls, slot, time });
    }
  }
  return byFamily(places, deps, (own) => classChangedEmail(own, facts, deps.siteUrl));
};
