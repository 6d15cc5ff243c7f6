import { type PlaceOn, placesOn } from '#shared/booking/booked-sessions';
import type { FootballClass } from '#shared/classes/class';
import { coachCardOf } from '#shared/families/card';
import { ageOn } from '#shared/families/children';
import type { Child } from '#shared/families/family';
import { isHealthAnswered } from '#shared/families/health';
import type { SlotId } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import type { CalendarDate } from '#shared/lib/values';
import { countingMark } from '#shared/registers/marks';
import type { ChildCard, RegisterChild, StoredMark } from '#shared/registers/register';
import type { TimeSlot } from '#shared/sessions/slot';
import { readJoinedChildren } from '../accounts/joined-families.ts';
import { adultsToCall, familyRef, type Member, type StoredFamily } from '../accounts/stored-families.ts';
import { listBookingsOfSlots, type StoredBooking } from '../booking/bookings.ts';
import { childRef } from '../families/children.ts';
import { chunk } from '../lib/dynamo/items.ts';
import { batchRead } from '../lib/dynamo/reads.ts';
import type { Table } from '../lib/table.ts';
import { type RegisterItems, readRegisterItems, type StoredUnlisted } from './registers.ts';

interface SlotOfClass {
  readonly cls: Pick<
    FootballClass,
    'start_date' | 'end_date' | 'skipped_dates' | 'session_changes' | 'time_slots'
  >;
  readonly slot: TimeSlot;
}

/**
 * The bookings of the slot, and those of the class's other slots, which may have moved. The others are read only where the
 * calendar of the slot changed so often that a session can have stayed in it.
 */
export const listPlaceBookings = (table: Table, { cls, slot }: SlotOfClass): Promise<StoredBooking[]> =>
  listBookingsOfSlots(table, slot.calendar_version < 2 ? [slot] : cls.time_slots);

// An administrator's list may have hundreds of sessions: as many requests at once would wait for connections.
const sessionsReadAtOnce = 20;

interface SessionOfSlot extends SlotOfClass {
  readonly date: CalendarDate;
  /** The items of the register, where they were read already. */
  readonly items?: RegisterItems;
}

interface ReadSession extends SessionOfSlot {
  readonly places: readonly PlaceOn<StoredBooking>[];
  readonly items: RegisterItems;
}

const readSession = async (
  table: Table,
  session: SessionOfSlot,
  bookingsOf: (slot: SlotOfClass) => Promise<readonly StoredBooking[]>,
): Promise<ReadSession> => {
  const { cls, slot, date } = session;
  const [bookings, items] = await Promise.all([
    bookingsOf(session),
    session.items ?? readRegisterItems(table, slot.id, date),
  ]);
  return { ...session, places: placesOn(cls, slot, date, bookings), items };
};

const keyOf = ({ parent_id, child_id }: { readonly parent_id: string; readonly child_id: string }): string =>
  `${parent_id} ${child_id}`;

// Without the child's card, what is known of its family.
const cardOf = (family: StoredFamily, child: Child | undefined): ChildCard => {
  const { medical_conditions, health_answer, contacts, photos } = coachCardOf(child);
  return {
    medical_conditions,
    contacts,
    photos,
    is_health_answered: isHealthAnswered({ health_answer }),
    health_answered_at: health_answer?.at ?? null,
    adults: adultsToCall(family),
  };
};

const byName = (one: RegisterChild, other: RegisterChild): number =>
  ascending(one.name.toLowerCase(), other.name.toLowerCase()) || ascending(one.child_id, other.child_id);

// Marks are in no order.
interface RegisterRow extends RegisterChild {
  readonly marks: readonly StoredMark[];
  readonly members: readonly Member[];
}

interface ReadRegister {
  readonly children: readonly RegisterRow[];
  /** Children who were there and are on no list, by time. */
  readonly unlisted: readonly StoredUnlisted[];
}

type ListedChild = Pick<StoredBooking, 'parent_id' | 'child_id'>;

interface ReadChild {
  readonly place: ListedChild;
  readonly family: StoredFamily | undefined;
  readonly child: Child | undefined;
}

const refsOf = ({ parent_id, child_id }: ListedChild) =>
  [familyRef(parent_id), childRef(parent_id, child_id)] as const;

// While a family is joined, its children are in the one that stays and its bookings may not be yet (FID-11).
const readChildrenOf = async (
  table: Table,
  children: readonly ListedChild[],
): Promise<(child: ListedChild) => ReadChild> => {
  const read = await batchRead(table, children.flatMap(refsOf), { consistent: false });
  const isJoining = ({ parent_id }: ListedChild): boolean =>
    read(familyRef(parent_id))?.joined_into !== undefined;
  const joining = children.filter(isJoining);
  const joinedOf = joining.length > 0 ? await readJoinedChildren(table, joining) : () => undefined;
  const joined = joining.flatMap((child) => joinedOf(child) ?? []);
  const readJoined =
    joined.length > 0 ? await batchRead(table, joined.flatMap(refsOf), { consistent: false }) : read;
  return (placed) => {
    const joinedPlace = isJoining(placed) ? joinedOf(placed) : undefined;
    const place = joinedPlace ?? placed;
    const [family, child] = refsOf(place);
    const of = joinedPlace ? readJoined : read;
    return { place, family: of(family), child: of(child) };
  };
};

/**
 * Children are by name, with the mark that counts. A child that was marked and has no place any more stays as `left`,
 * without its card (REG-10, REG-16). A child whose family is deleted or removed it is left out, unless it has a place. One
 * Query of marks for each session, one of bookings for each slot, one BatchGetItem per 100 families and children.
 */
export const readRegisters = async (
  table: Table,
  sessions: readonly SessionOfSlot[],
): Promise<ReadRegister[]> => {
  const bookings = new Map<SlotId, Promise<readonly StoredBooking[]>>();
  const bookingsOf = (of: SlotOfClass): Promise<readonly StoredBooking[]> => {
    const known = bookings.get(of.slot.id) ?? listPlaceBookings(table, of);
    bookings.set(of.slot.id, known);
    return known;
  };
  const read: ReadSession[] = [];
  for (const part of chunk(sessions, sessionsReadAtOnce))
    read.push(...(await Promise.all(part.map((session) => readSession(table, session, bookingsOf)))));
  const entity = await readChildrenOf(
    table,
    read.flatMap(({ places, items }) => [...places.map(({ booking }) => booking), ...items.marked]),
  );
  return read.map(({ date, places, items: { marked, unlisted } }) => {
    const presentKey = (child: ListedChild) => keyOf(entity(child).place);
    const marksOf = Map.groupBy(marked, presentKey);
    const present = new Set(places.map(({ booking }) => presentKey(booking)));
    const rows = [
      ...places,
      ...marked
        .filter((place) => !present.has(presentKey(place)))
        .map(
          (booking) =>
            ({
              booking: { ...booking, child_name: null, not_coming: undefined },
              kind: 'left',
              is_first: false,
            }) as const,
        ),
    ];
    const children = rows
      .flatMap(({ booking, kind, is_first }): RegisterRow[] => {
        const { parent_id, child_id, child_name, not_coming } = booking;
        const { family, child } = entity(booking);
        const name = child?.name ?? child_name;
        if (!family || family.deleting || name === null) return [];
        const marks = (marksOf.get(presentKey(booking)) ?? []).flatMap((place) => place.marks);
        return [
          {
            parent_id,
            child_id,
            name,
            kind,
            is_first,
            not_coming: not_coming?.has(date) ?? false,
            age: child ? ageOn(child.date_of_birth, date) : null,
            card: kind === 'left' ? null : cardOf(family, child),
            mark: countingMark(marks),
            marks,
            members: family.members,
          },
        ];
      })
      .toSorted(byName);
    return { children, unlisted: unlisted.toSorted((one, other) => ascending(one.at, other.at)) };
  });
};
