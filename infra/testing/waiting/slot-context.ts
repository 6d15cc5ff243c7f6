import type { Table } from '#functions/data/table';
import { putClass } from '#infra/local/seed/put-class';
import type { ChildId, UserId } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import type { Instant } from '#shared/schemas/values';
import { at } from '../samples/at.ts';
import { sampleClass, sampleTimeZone } from '../samples/samples.ts';

/** Places of the other slot, to which and from which bookings move: more than there are children. */
const otherCapacity = 100;

/** Stores a class with the slot that a history is about, and another one. */
export const createSlotContext = async (table: Table, capacity: number, families: readonly Family[]) => {
  const cls = sampleClass({ capacities: [capacity, otherCapacity] });
  await putClass(table, cls);
  const find = (isIt: (family: Family) => boolean): Family => {
    const family = families.find(isIt);
    if (!family) throw new Error('There is no such family');
    return family;
  };
  return {
    table,
    cls,
    slotId: at(cls.time_slots, 0).id,
    otherSlotId: at(cls.time_slots, 1).id,
    familyOf: (child: ChildId) => find(({ children }) => children.some(({ id }) => id === child)),
    familyWith: (parent: UserId) => find(({ profile }) => profile.id === parent),
    depsAt: (moment: Instant) => ({ table, clock: () => new Date(moment), timeZone: sampleTimeZone }),
  };
};
export type SlotContext = Awaited<ReturnType<typeof createSlotContext>>;
