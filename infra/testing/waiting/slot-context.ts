import { listBookingsOfSlot } from '#functions/booking/bookings';
import { takePlace } from '#functions/booking/take-place';
import { getManagedClass, storedSlotSchema } from '#functions/classes/classes';
import { createPlannedDraft } from '#functions/classes/drafts';
import { duePartition, slotKey } from '#functions/lib/dynamo/keys-of-classes';
import { getItem } from '#functions/lib/dynamo/reads';
import { newBookingId, newClassId } from '#functions/lib/ids';
import type { Table } from '#functions/lib/table';
import { messageIdOf } from '#functions/messages/messages';
import { publishAndKeep } from '#functions/terms/messenger';
import { listApplications } from '#functions/waiting/applications';
import { listRenewals } from '#functions/waiting/offers';
import { putClass, putVenue } from '#infra/local/seed/put';
import type { FootballClass } from '#shared/classes/class';
import { type ClassDraft, createClassSchema } from '#shared/classes/class-input';
import type { ManagedClass } from '#shared/classes/managed-class';
import type { ChildId, ClassId, FamilyId, SlotId } from '#shared/lib/ids';
import { type Instant, instantOf, instantSchema } from '#shared/lib/values';
import type { MessageOf } from '#shared/messages/message';
import { date } from '#shared/testing/values';
import { byRank } from '#shared/waiting/waiting';
import { isInterruption } from '../mutants/mutant.ts';
import {
  at,
  enteredClass,
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleNow,
  sampleTimeZone,
  sampleVenue,
} from '../samples/samples.ts';

/** Until when places are kept: no act happens as late. */
const renewalsUntil = instantSchema.parse('2025-10-07T19:00:00.000Z');

const depsAt = (table: Table, moment: Instant) => ({
  table,
  clock: () => new Date(moment),
  timeZone: sampleTimeZone,
});

/** A class that ends, with children, and the one that follows it, which is a draft at first. */
export const planTerm = async (
  table: Table,
  capacities: readonly number[],
  families: readonly SampleFamily[],
  renewing: readonly ChildId[],
) => {
  const before = sampleClass({ capacities: [renewing.length + 1] });
  await putVenue(table, sampleVenue);
  await putClass(table, before);
  for (const [index, child] of renewing.entries()) {
    const family = families.find(({ children }) => children.some(({ id }) => id === child));
    if (!family) throw new Error('There is no such family');
    const children = family.children.filter(({ id }) => id === child);
    const id = newBookingId(new Date(sampleNow.getTime() + index));
    const { outcome } = await takePlace(table, sampleBooking(before, { ...family, children }, { id }));
    if (outcome !== 'booked') throw new Error(`A child has no place in the class before: ${outcome}`);
  }
  const draft: ClassDraft = {
    id: newClassId(sampleNow),
    version: 1,
    form: createClassSchema.parse({
      ...enteredClass,
      start_date: '2025-11-08',
      end_date: '2025-12-13',
      time_slots: sampleClass({ capacities }).time_slots.map(({ start_time, end_time, max_capacity }) => ({
        start_time,
        end_time,
        max_capacity,
      })),
    }),
    planned_from: { class_id: before.id, first_week: date('2025-11-03') },
    created_by: before.created_by,
    created_at: instantOf(sampleNow),
  };
  if ((await createPlannedDraft(table, draft, [])).outcome !== 'done')
    throw new Error('The draft could not be stored');
  const publication: MessageOf<'next-term'> = {
    id: messageIdOf('next-term', draft.id),
    created_at: instantOf(sampleNow),
    made_by: null,
    kind: 'next-term',
    audience: { kind: 'term', class_ids: [draft.id] },
    facts: { until: renewalsUntil },
  };
  const [slot] = before.time_slots;
  if (!slot) throw new Error('The class before has a slot');

  const publish = (moment: Instant) => publishAndKeep(draft.id, publication, depsAt(table, moment));

  return {
    before,
    beforeSlotId: slot.id,
    publish,
    publishAtOnce: async (runs: number): Promise<ManagedClass> => {
      for (;;) {
        const ends = await Promise.allSettled(
          Array.from({ length: runs }, () => publish(instantOf(sampleNow))),
        );
        for (const end of ends)
          if (end.status === 'rejected' && !isInterruption(end.reason)) throw end.reason;
        const cls = await getManagedClass(table, draft.id).catch(() => undefined);
        if (cls) return cls;
      }
    },
    read: async () => {
      const [bookings, renewals] = await Promise.all([
        listBookingsOfSlot(table, slot.id, { consistent: true }),
        listRenewals(table, before.id),
      ]);
      const inOrder = bookings.toSorted((one, other) => (one.id < other.id ? -1 : 1));
      return { renewing: inOrder.map(({ child_id }) => child_id), renewals };
    },
    bookingOf: async (child: ChildId) =>
      (await listBookingsOfSlot(table, slot.id, { consistent: true })).find(
        ({ child_id }) => child_id === child,
      ),
  };
};
type Term = Awaited<ReturnType<typeof planTerm>>;

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

export const createSlotContext = async (
  table: Table,
  capacity: number,
  families: readonly SampleFamily[],
) => {
  const cls = sampleClass({ capacities: [capacity, otherCapacity] });
  await putClass(table, cls);
  return contextOf(table, cls, families, undefined);
};

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
