import { byRank, isWaiting, placesNeeded } from '#shared/domain/waiting';
import type { WaitingCommand } from '#shared/domain/waiting-command';
import { heldPlaces, type WaitingList } from '#shared/domain/waiting-list';
import { transition } from '#shared/domain/waiting-transition';
import type { Carried, createWaitingSlot } from './waiting-slot.ts';

/** A command that was carried out while others were. */
export interface Operation {
  readonly command: WaitingCommand;
  readonly carried: Carried;
}

type Stored = Awaited<ReturnType<Awaited<ReturnType<typeof createWaitingSlot>>['read']>>;

/** The places and the order of a list as a text, for comparison. */
export const describeList = (list: WaitingList): string =>
  JSON.stringify({
    capacity: list.capacity,
    booked: list.booked.toSorted(),
    kept: list.kept,
    taken: list.booked.length + heldPlaces(list),
    waiting: list.entries.filter(isWaiting).length,
    entries: list.entries.toSorted(byRank).map((entry) => [entry.id, isWaiting(entry)]),
  });

/** What is stored as the same text, by the slot's counters. */
export const describeStored = ({ slot, entries, booked }: Stored): string =>
  JSON.stringify({
    capacity: slot.max_capacity,
    booked: booked.toSorted(),
    kept: slot.kept,
    taken: slot.current_bookings,
    waiting: slot.waiting,
    entries: entries.map((entry) => [entry.id, isWaiting(entry)]),
  });

/** The places of open offers by the counters, and by the entries. */
export const offeredPlaces = ({ slot, entries }: Stored): readonly [counted: number, stored: number] => [
  slot.held - slot.kept,
  entries.filter((entry) => !isWaiting(entry)).reduce((sum, entry) => sum + placesNeeded(entry), 0),
];

/**
 * The list after some operations in an order that explains what each answered and what is stored; undefined where no order
 * does. An operation whose answer is unknown happened, or did not.
 */
export const linearize = (
  before: WaitingList,
  operations: readonly Operation[],
  stored: string,
): WaitingList | undefined => {
  const pending = operations.filter(({ carried }) => carried !== 'not-tried');
  if (pending.every(({ carried }) => carried === 'unknown') && describeList(before) === stored) return before;
  for (const operation of pending) {
    const result = transition(before, operation.command);
    const isDone = result.outcome === 'done';
    if (operation.carried !== 'unknown' && isDone !== (operation.carried === 'done')) continue;
    const after = result.outcome === 'done' ? result.list : before;
    const found = linearize(
      after,
      pending.filter((other) => other !== operation),
      stored,
    );
    if (found) return found;
  }
  return undefined;
};
