import { bookingCount } from '#shared/domain/classes/capacity';
import { sum } from '#shared/domain/lists/sum';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { SlotId } from '#shared/schemas/ids';
import type { Table } from '../table.ts';
import { classesFromItems, isSlotItem, queryCatalogue, storedSlotFromItem } from './classes.ts';

/** The sums of the counters of all slots. */
export interface Figures {
  /** Without those being deleted. */
  readonly classes: readonly ManagedClass[];
  readonly bookings: number;
  /** The sum of the amounts of the bookings of each slot, in cents. */
  readonly slotRevenue: ReadonlyMap<SlotId, number>;
}

/** Adds up the counters of all slots: one Query that grows with classes and slots, never with bookings. */
export const readFigures = async (table: Table): Promise<Figures> => {
  const items = await queryCatalogue(table);
  const classes = classesFromItems(items).filter(({ deleting }) => !deleting);
  const ids = new Set<string>(classes.map(({ id }) => id));
  const counters = items
    .filter(isSlotItem)
    .map(storedSlotFromItem)
    .filter(({ class_id }) => ids.has(class_id));
  return {
    classes,
    bookings: sum(counters.map(bookingCount)),
    slotRevenue: new Map(counters.map(({ id, revenue }) => [id, revenue])),
  };
};
