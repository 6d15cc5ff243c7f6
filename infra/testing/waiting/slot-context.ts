import { listBookingsOfSlot } from '#functions/booking/bookings';
import { storedSlotSchema } from '#functions/classes/classes';
import { duePartition, slotKey } from '#functions/lib/dynamo/keys-of-classes';
import { getItem } from '#functions/lib/dynamo/reads';
import type { Table } from '#functions/lib/table';
import { listApplications } from '#functions/waiting/applications';
import { putClass } from '#infra/local/seed/put';
import type { FootballClass } from '#shared/classes/class';
import type { ChildId, ClassId, FamilyId, SlotId } from '#shared/lib/ids';
import type { Instant } from '#shared/lib/values';
import { byRank } from '#shared/waiting/waiting';
import { at, type SampleFamily, sampleClass } from '../samples/samples.ts';
import { depsAt, planTerm, type Term } from './term.ts';

/** Places of the other slot, to which and from which bookings move: more than there are children. */
const otherCapacity = 100;

const contextOf = (
  table: Table,
  cls: FootballClass,
  families: readonly SampleFamily[],
  term: Term | undefined,
) => {
  const find = (isIt: (family: SampleFamily) => boolean): SampleFamily => {
    const family = families.find(isIt);
    if (!family) throw new Error('There is no such family');
    return family;
  };
  return {
    table,
    cls,
    term,
    slotId: at(cls.time_slots, 0).id,
    otherSlotId: at(cls.time_slots, 1).id,
    familyOf: (child: ChildId) => find(({ children }) => children.some(({ id }) => id === child)),
    familyWith: (parent: FamilyId) => find(({ id }) => id === parent),
    depsAt: (moment: Instant) => depsAt(table, moment),
  };
};
export type SlotContext = ReturnType<typeof contextOf>;

/** Stores a class with the slot that a history is about, and another one. */
export const createSlotContext = async (
  table: Table,
  capacity: number,
  families: readonly SampleFamily[],
) => {
  const cls = sampleClass({ capacities: [capacity, otherCapacity] });
  await putClass(table, cls);
  return contextOf(table, cls, families, undefined);
};

/** Publishes the class that follows another one, with places for its children, by two runs at once. */
export const publishSlotContext = async (
  table: Table,
  capacity: number,
  families: readonly SampleFamily[],
  renewing: readonly ChildId[],
  publishing: (work: () => Promise<FootballClass>) => Promise<FootballClass>,
) => {
  const term = await planTerm(table, [capacity, otherCapacity], families, renewing);
  return contextOf(table, await publishing(() => term.publishAtOnce(2)), families, term);
};

/**
 * The places and the list of a slot as stored, the entries in the order of the list.
 * @param term whose places the slot has
 */
export const readStoredList = async (table: Table, classId: ClassId, slotId: SlotId, term?: Term) => {
  const key = slotKey(classId, slotId);
  const stored = await getItem(table, {
    key,
    fromItem: (item) => ({
      slot: storedSlotSchema.parse(item),
      isDue: item.GSI1PK === duePartition.GSI1PK,
    }),
  });
  if (!stored) throw new Error('The slot is gone');
  const [entries, bookings, before] = await Promise.all([
    listApplications(table, slotId),
    listBookingsOfSlot(table, slotId, { consistent: true }),
    term?.read(),
  ]);
  return {
    ...stored,
    entries: entries.toSorted(byRank),
    bookings,
    booked: bookings.map(({ child_id }) => child_id),
    renewing: before?.renewing ?? [],
    renewals: before?.renewals ?? [],
  };
};
export type StoredList = Awaited<ReturnType<typeof readStoredList>>;
