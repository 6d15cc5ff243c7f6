import { sessionsLeft } from '#shared/domain/bookings/sessions-left';
import type { BusinessMoment } from '#shared/domain/time/business-time';
import type { RosterEntry } from '#shared/schemas/booking-admin';
import type { ClassSummary } from '#shared/schemas/class';
import type { TimeSlot } from '#shared/schemas/slot';
import type { StoredBooking } from '../bookings/bookings.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import { childRef } from '../families/children.ts';
import { profileRef } from '../families/stored-profile.ts';
import type { Table } from '../table.ts';
import { readChargeStates } from './charge-states.ts';

/** The bookings of a slot, with its class. */
interface RosterOfSlot {
  readonly cls: ClassSummary;
  readonly slot: TimeSlot;
  readonly bookings: readonly StoredBooking[];
}

/**
 * Joins a slot's bookings with what a coach needs to know: one BatchGetItem per 100 parents and children, and what
 * `readChargeStates` reads. A booking of a child that its family removed has no medical note. A booking whose family is
 * being deleted is left out.
 */
export const describeRoster = async (
  table: Table,
  { cls, slot, bookings }: RosterOfSlot,
  moment: BusinessMoment,
): Promise<RosterEntry[]> => {
  const rows = bookings.map((booking) => ({
    booking,
    parentRef: profileRef(booking.parent_id),
    bookedChildRef: childRef(booking.parent_id, booking.child_id),
  }));
  const [read, paymentOf] = await Promise.all([
    batchRead(
      table,
      rows.flatMap(({ parentRef, bookedChildRef }) => [parentRef, bookedChildRef]),
      { consistent: false },
    ),
    readChargeStates(table, bookings, moment.timeZone),
  ]);
  return rows.flatMap(({ booking, parentRef, bookedChildRef }) => {
    const parent = read(parentRef);
    if (!parent) return [];
    const medical_conditions = read(bookedChildRef)?.medical_conditions ?? null;
    return {
      ...booking,
      parent,
      medical_conditions,
      payment: paymentOf(booking),
      sessions_left: sessionsLeft(cls, slot, booking, moment),
      credited_dates: [...booking.credited_dates],
    };
  });
};
