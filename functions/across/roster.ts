import type { RosterRow } from '#shared/booking/admin-routes';
import { datesIn } from '#shared/booking/booked-sessions';
import { sessionsLeft } from '#shared/booking/endings';
import type { FootballClass } from '#shared/classes/class';
import { coachCardOf } from '#shared/families/card';
import type { BusinessMoment } from '#shared/lib/business-time';
import type { TimeSlot } from '#shared/sessions/slot';
import { adultsToCall, familyRef, type Member } from '../accounts/stored-families.ts';
import { listBookingsOfSlot, type StoredBooking } from '../booking/bookings.ts';
import { childRef } from '../families/children.ts';
import { batchRead } from '../lib/dynamo/reads.ts';
import type { Table } from '../lib/table.ts';
import { readChargeStates } from './statement.ts';

interface RosterOfSlot {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
  readonly bookings: readonly StoredBooking[];
}

/**
 * Newest first, then moved ones that still have a session in the slot: credited, and brought back after the move. One Query,
 * and one for each other slot of the class whose calendar changed as often.
 */
export const listRosterBookings = async (
  table: Table,
  { cls, slot }: Omit<RosterOfSlot, 'bookings'>,
  moment: BusinessMoment,
): Promise<StoredBooking[]> => {
  const others = slot.calendar_version < 2 ? [] : cls.time_slots.filter(({ id }) => id !== slot.id);
  const [own, moved] = await Promise.all([
    listBookingsOfSlot(table, slot.id),
    Promise.all(others.map(({ id }) => listBookingsOfSlot(table, id))),
  ]);
  return [...own, ...moved.flat().filter((booking) => datesIn(cls, booking, slot, moment.today).length > 0)];
};

type RowWithMembers = RosterRow & { readonly members: readonly Member[] };

/** One BatchGetItem per 100 families and children, and `readChargeStates`. Skips families that are being deleted. */
export const describeRoster = async (
  table: Table,
  { cls, slot, bookings }: RosterOfSlot,
  moment: BusinessMoment,
): Promise<RowWithMembers[]> => {
  const rows = bookings.map((booking) => ({
    booking,
    ownFamilyRef: familyRef(booking.parent_id),
    bookedChildRef: childRef(booking.parent_id, booking.child_id),
  }));
  const [read, paymentOf] = await Promise.all([
    batchRead(
      table,
      rows.flatMap(({ ownFamilyRef, bookedChildRef }) => [ownFamilyRef, bookedChildRef]),
      { consistent: false },
    ),
    readChargeStates(table, bookings, moment),
  ]);
  return rows.flatMap(({ booking, ownFamilyRef, bookedChildRef }) => {
    const family = read(ownFamilyRef);
    if (!family) return [];
    const own = cls.time_slots.find(({ id }) => id === booking.time_slot_id) ?? slot;
    const child = read(bookedChildRef);
    return {
      ...booking,
      parent: family,
      adults: adultsToCall(family),
      members: family.members,
      ...coachCardOf(child),
      date_of_birth: child?.date_of_birth ?? null,
      payment: paymentOf(booking),
      sessions_left: sessionsLeft({ booking, cls, slot: own, earlier_slots: cls.time_slots }, moment),
      credited_dates: [...booking.credited_dates],
      only_dates: own.id === slot.id ? null : datesIn(cls, booking, slot, moment.today),
    };
  });
};
