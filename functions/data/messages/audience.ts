import { isLiveBooking } from '#shared/domain/live-booking';
import { sessionDatesFrom } from '#shared/domain/schedule';
import type { Booking } from '#shared/schemas/booking';
import type { FootballClass } from '#shared/schemas/class';
import type { SlotId, UserId } from '#shared/schemas/ids';
import type { FamiliesAudience } from '#shared/schemas/message';
import type { CalendarDate } from '#shared/schemas/values';
import { listBookingsOfSlot } from '../bookings/bookings.ts';
import { getClass, listClasses } from '../classes/classes.ts';
import type { Table } from '../table.ts';

type Choose = (booking: Booking) => boolean;

/** The parents of the chosen bookings of some slots, each once. One Query for each slot. */
const parentsIn = async (table: Table, slots: readonly SlotId[], choose: Choose): Promise<UserId[]> => {
  const bookings = await Promise.all(slots.map((slot) => listBookingsOfSlot(table, slot)));
  return [
    ...new Set(
      bookings
        .flat()
        .filter(choose)
        .map(({ parent_id }) => parent_id),
    ),
  ];
};

const slotIdsOf = ({ time_slots }: FootballClass): SlotId[] => time_slots.map(({ id }) => id);

const hasSession =
  (date: CalendarDate) =>
  (cls: FootballClass): boolean =>
    sessionDatesFrom(cls, date)[0] === date;

const parentsOfClass = async (
  table: Table,
  cls: FootballClass | undefined,
  slots: readonly SlotId[],
  today: CalendarDate,
): Promise<UserId[]> => (cls ? parentsIn(table, slots, (booking) => isLiveBooking(booking, cls, today)) : []);

/**
 * The families that a message is for, each once (MSG-01): those with a booking of the slot or the class that has a session
 * to come, or a session at the venue on the day. Empty where nobody is concerned, or the class does not exist.
 */
export const listAudience = async (
  table: Table,
  audience: FamiliesAudience,
  today: CalendarDate,
): Promise<UserId[]> => {
  switch (audience.kind) {
    case 'family':
      return [audience.parent_id];
    case 'slot': {
      const cls = await getClass(table, audience.class_id);
      return parentsOfClass(table, cls, [audience.slot_id], today);
    }
    case 'class': {
      const cls = await getClass(table, audience.class_id);
      return parentsOfClass(table, cls, cls ? slotIdsOf(cls) : [], today);
    }
    case 'venue-day': {
      const { venue, date } = audience;
      const classes = (await listClasses(table))
        .filter((cls) => cls.venue === venue)
        .filter(hasSession(date));
      return parentsIn(
        table,
        classes.flatMap(slotIdsOf),
        ({ trial_date }) => trial_date === null || trial_date === date,
      );
    }
  }
};
