import {
  type DaySession,
  datesIn,
  daySession,
  isLiveBooking,
  sessionsWithSlots,
} from '#shared/booking/booked-sessions';
import type { FootballClass } from '#shared/classes/class';
import type { FamilyId, VenueId } from '#shared/lib/ids';
import type { CalendarDate } from '#shared/lib/values';
import type { FamiliesAudience } from '#shared/messages/message';
import { sessionDates } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';
import { listBookingsOfSlot, type StoredBooking } from '../booking/bookings.ts';
import { getClass, listClasses } from '../classes/classes.ts';
import type { Table } from '../lib/table.ts';
import { listApplications } from '../waiting/applications.ts';

interface BookedPlace {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
  readonly booking: StoredBooking;
}

const readPlaces = async (
  table: Table,
  classes: readonly (FootballClass | undefined)[],
): Promise<BookedPlace[]> => {
  const slots = classes.flatMap((cls) => cls?.time_slots.map((slot) => ({ cls, slot })) ?? []);
  const places = await Promise.all(
    slots.map(async ({ cls, slot }) =>
      (await listBookingsOfSlot(table, slot.id)).map((booking) => ({ cls, slot, booking })),
    ),
  );
  return places.flat();
};

/** A booking with its session on a day, and that session's slot: a make-up may be in a slot that the booking had before. */
export interface DayPlace extends BookedPlace {
  readonly session: DaySession<TimeSlot>;
}

/** One Query for classes, and one for each slot with a session on the day that is on. @param venue only at this venue */
export const listPlacesOn = async (table: Table, day: CalendarDate, venue?: VenueId): Promise<DayPlace[]> => {
  const classes = (await listClasses(table)).filter(
    (cls) =>
      (venue === undefined || cls.venue_details.id === venue) &&
      cls.time_slots.some((slot) => sessionDates(cls, slot).includes(day)),
  );
  const places = await readPlaces(table, classes);
  return places.flatMap((place) => {
    const session = daySession(sessionsWithSlots(place.cls, place.booking, place.cls.time_slots), day);
    return session ? [{ ...place, slot: session.slot, session }] : [];
  });
};

const distinctFamilies = (places: readonly BookedPlace[]): FamilyId[] => [
  ...new Set(places.map(({ booking }) => booking.parent_id)),
];

/** Each once (MSG-01), by a session to come, one at the venue on the day, or the list. Empty without the class. */
export const listAudience = async (
  table: Table,
  audience: FamiliesAudience,
  today: CalendarDate,
): Promise<FamilyId[]> => {
  switch (audience.kind) {
    case 'family':
      return [audience.parent_id];
    case 'slot':
    case 'class': {
      const cls = await getClass(table, audience.class_id);
      const places = await readPlaces(table, [cls]);
      const isChosen = (place: BookedPlace) =>
        audience.kind === 'class' ||
        place.slot.id === audience.slot_id ||
        datesIn(place.cls, place.booking, { id: audience.slot_id }, today).length > 0;
      return distinctFamilies(
        places.filter((place) => isChosen(place) && isLiveBooking(place.booking, place.cls, today)),
      );
    }
    case 'waiting-list': {
      const entries = await listApplications(table, audience.slot_id);
      return [...new Set(entries.map(({ parent_id }) => parent_id))];
    }
    case 'venue-day':
      return distinctFamilies(await listPlacesOn(table, audience.date, audience.venue_id));
  }
};
