import { ageNote } from '#shared/domain/children/age';
import { weeklyDates } from '#shared/domain/sessions/sessions';
import { stayAnswer } from '#shared/domain/terms/who-stays';
import { toCalendarDate } from '#shared/domain/time/business-time';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { ChildId, UserId } from '#shared/schemas/ids';
import { listBookingsOfSlots } from '../../data/bookings/bookings.ts';
import { listEndedOfClass, type StoredEndedBooking } from '../../data/bookings/ended-bookings.ts';
import { listManagedClasses } from '../../data/classes/managed-classes.ts';
import { describeRenewing, readRenewingChildren } from '../../data/joins/renewing-children.ts';
import { readLedgers } from '../../data/ledger/family-ledger.ts';
import { placesIn } from '../../data/ledger/places.ts';
import type { Table } from '../../data/table.ts';
import { listRenewals } from '../../data/waiting/renewals.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

interface StayingChild {
  readonly parent_id: UserId;
  readonly child_id: ChildId;
}

/** The class that follows a class: the last one that was planned from it and is published. */
const followingClass = (classes: readonly ManagedClass[], { id }: ManagedClass): ManagedClass | undefined =>
  classes
    .filter(({ planned_from, deleting }) => planned_from?.class_id === id && !deleting)
    .toSorted((one, other) => (one.start_date < other.start_date ? 1 : -1))[0];

/** The children whose full booking of a class ended during its term, each with the last one (TRM-11). */
const readThoseWhoLeft = async (
  table: Table,
  cls: ManagedClass,
  timeZone: string,
): Promise<ReadonlyMap<ChildId, StoredEndedBooking>> => {
  const ended = (await listEndedOfClass(table, cls.id)).filter(({ ended: { at } }) => {
    const day = toCalendarDate(new Date(at), timeZone);
    return cls.start_date <= day && day <= cls.end_date;
  });
  return new Map(ended.map((booking) => [booking.child_id, booking]));
};

/**
 * Which children of a class stay in the next term (TRM-10). One Query for the classes, one for the kept places, one for the
 * bookings that ended, one for each slot, and one read of families and children.
 * @throws ProblemError classNotFound
 */
export const getWhoStays: Operation<'getWhoStays', AdminDeps> = async ({ params }, { table, timeZone }) => {
  const classes = await listManagedClasses(table, { consistent: true });
  const cls = classes.find(({ id, deleting }) => id === params.classId && !deleting);
  if (!cls) throw problem('classNotFound');
  const next = followingClass(classes, cls);
  if (!next) return { children: [] };
  const [bookings, all, left] = await Promise.all([
    listBookingsOfSlots(table, cls.time_slots),
    listRenewals(table, cls.id),
    readThoseWhoLeft(table, cls, timeZone),
  ]);
  const renewals = new Map(
    all.filter(({ class_id }) => class_id === next.id).map((renewal) => [renewal.booking_id, renewal]),
  );
  const booked = new Map(
    bookings.filter(({ is_trial }) => !is_trial).map((booking) => [booking.id, booking]),
  );
  const present = new Set([...renewals.values(), ...booked.values()].map(({ child_id }) => child_id));
  const gone = new Map(
    [...left.values()].filter(({ child_id }) => !present.has(child_id)).map((ended) => [ended.id, ended]),
  );
  const ids = [...new Set([...renewals.keys(), ...booked.keys(), ...gone.keys()])];
  const children = ids.flatMap((id): (StayingChild & { readonly id: typeof id })[] => {
    const child = renewals.get(id) ?? booked.get(id) ?? gone.get(id);
    return child ? [{ id, parent_id: child.parent_id, child_id: child.child_id }] : [];
  });
  const [childOf, ledgerOf] = await Promise.all([
    readRenewingChildren(table, children),
    readLedgers(table, [...new Set(children.map(({ parent_id }) => parent_id))]),
  ]);
  const [firstDay = next.start_date] = weeklyDates(next);
  const described = await describeRenewing(
    table,
    children.map(({ id, parent_id, child_id }) => ({
      parent_id,
      child_name:
        childOf(parent_id, child_id)?.name ?? booked.get(id)?.child_name ?? gone.get(id)?.child_name ?? '',
    })),
  );
  return {
    children: children.flatMap(({ id, parent_id, child_id }, index) => {
      const shown = described[index];
      const child = childOf(parent_id, child_id);
      const ledger = ledgerOf(parent_id);
      if (!shown) return [];
      const places = (ledger ? placesIn(ledger) : []).filter(
        (place) => place.child_id === child_id && place.class_id !== cls.id && !place.is_trial,
      );
      const answer = stayAnswer({
        state: renewals.get(id)?.state,
        isBooked: booked.has(id),
        hasPlace: places.length > 0,
        hasNextPlace: places.some(({ class_id }) => class_id === next.id),
        isAgedOut: child !== undefined && ageNote(next.class_type, child.date_of_birth, firstDay) !== null,
      });
      return [{ ...shown, answer }];
    }),
  };
};
