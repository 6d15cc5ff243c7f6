import { listBookingsOfSlot } from '#functions/booking/bookings';
import { takePlace } from '#functions/booking/take-place';
import { getManagedClass } from '#functions/classes/classes';
import { createPlannedDraft } from '#functions/classes/drafts';
import { newBookingId, newClassId } from '#functions/lib/ids';
import type { Table } from '#functions/lib/table';
import { messageIdOf } from '#functions/messages/messages';
import { publishAndKeep } from '#functions/terms/messenger';
import { listRenewals } from '#functions/waiting/offers';
import { putClass, putVenue } from '#infra/local/seed/put';
import { type ClassDraft, createClassSchema } from '#shared/classes/class-input';
import type { ManagedClass } from '#shared/classes/managed-class';
import type { ChildId } from '#shared/lib/ids';
import { type Instant, instantOf, instantSchema } from '#shared/lib/values';
import type { MessageOf } from '#shared/messages/message';
import { date } from '#shared/testing/values';
import { isInterruption } from '../mutants/mutant.ts';
import {
  enteredClass,
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleNow,
  sampleTimeZone,
  sampleVenue,
} from '../samples/samples.ts';

/** Until when places are kept: no act happens as late. */
const keptUntil = instantSchema.parse('2025-10-07T19:00:00.000Z');

export const depsAt = (table: Table, moment: Instant) => ({
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
    facts: { until: keptUntil },
  };
  const [slot] = before.time_slots;
  if (!slot) throw new Error('The class before has a slot');

  /** Publishes the class and gives its places, or goes on with that. */
  const publish = (moment: Instant) => publishAndKeep(draft.id, publication, depsAt(table, moment));

  return {
    before,
    beforeSlotId: slot.id,
    publish,
    /** Publishes with several runs at once, as often as it takes until the class is there. */
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
    /** The children with a booking in the class before, in their order, and those who got an offer. */
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
export type Term = Awaited<ReturnType<typeof planTerm>>;
