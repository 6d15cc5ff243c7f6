import type { Table } from '#functions/data/table';
import { putClass } from '#infra/local/seed/put-class';
import type { FootballClass } from '#shared/schemas/class';
import type { ChildId, UserId } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import type { Instant } from '#shared/schemas/values';
import { at } from '../samples/at.ts';
import { sampleClass } from '../samples/samples.ts';
import { depsAt, planTerm, type Term } from './term.ts';

/** Places of the other slot, to which and from which bookings move: more than there are children. */
const otherCapacity = 100;

const contextOf = (table: Table, cls: FootballClass, families: readonly Family[], term: Term | undefined) => {
  const find = (isIt: (family: Family) => boolean): Family => {
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
    familyWith: (parent: UserId) => find(({ profile }) => profile.id === parent),
    depsAt: (moment: Instant) => depsAt(table, moment),
  };
};
export type SlotContext = ReturnType<typeof contextOf>;

/** Stores a class with the slot that a history is about, and another one. */
export const createSlotContext = async (table: Table, capacity: number, families: readonly Family[]) => {
  const cls = sampleClass({ capacities: [capacity, otherCapacity] });
  await putClass(table, cls);
  return contextOf(table, cls, families, undefined);
};

/** Publishes the class that follows another one, with places for its children, by two runs at once. */
export const publishSlotContext = async (
  table: Table,
  capacity: number,
  families: readonly Family[],
  renewing: readonly ChildId[],
  publishing: (work: () => Promise<FootballClass>) => Promise<FootballClass>,
) => {
  const term = await planTerm(table, [capacity, otherCapacity], families, renewing);
  return contextOf(table, await publishing(() => term.publishAtOnce(2)), families, term);
};
