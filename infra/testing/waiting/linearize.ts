import { transition } from '#shared/testing/waiting/transition';
import {
  heldPlaces,
  rankedEntries,
  type WaitingCommand,
  type WaitingList,
} from '#shared/testing/waiting/waiting-list';
import { byRank, isWaiting, placesNeeded } from '#shared/waiting/waiting';
import { isLinearizable } from '../linearizability.ts';
import type { StoredList } from './slot-context.ts';

/** What became of a command that was carried out on the table; `unknown` where a fault or a longer act hides it. */
export type Carried = 'done' | 'refused' | 'unknown' | 'not-tried';

/** A command that was carried out while others were. */
export interface Operation {
  readonly command: WaitingCommand;
  readonly carried: Carried;
}

/** The places and the order of a list as a text, for comparison. */
export const describeList = (list: WaitingList): string =>
  JSON.stringify({
    capacity: list.capacity,
    booked: list.booked.toSorted(),
    kept: list.kept,
    reserved: list.reserved,
    renewing: list.renewing,
    renewed: list.renewing.filter((child) => list.renewed.includes(child)),
    released_at: list.released_at,
    taken: list.booked.length + heldPlaces(list),
    waiting: list.entries.filter(isWaiting).length,
    entries: rankedEntries(list)
      .toSorted(byRank)
      .map((entry) => [entry.id, entry.child_ids, isWaiting(entry), entry.passed_over_at]),
  });

/** What is stored as the same text, by the slot's counters. */
export const describeStored = ({ slot, entries, booked, renewing, renewals }: StoredList): string =>
  JSON.stringify({
    capacity: slot.max_capacity,
    booked: booked.toSorted(),
    kept: slot.kept,
    reserved: slot.reserved,
    renewing,
    renewed: renewing.filter((child) => renewals.some(({ child_id }) => child_id === child)),
    released_at: slot.released_at,
    taken: slot.current_bookings,
    waiting: slot.waiting,
    entries: entries.map((entry) => [entry.id, entry.child_ids, isWaiting(entry), entry.passed_over_at]),
  });

/** What disagrees within the stored list, whatever the history was; undefined where nothing does. */
export const storedContradiction = ({
  slot,
  entries,
  isDue,
}: Pick<StoredList, 'slot' | 'entries' | 'isDue'>): string | undefined => {
  const offered = entries
    .filter((entry) => !isWaiting(entry))
    .reduce((sum, entry) => sum + placesNeeded(entry), 0);
  if (slot.held - slot.kept - slot.reserved !== offered) return 'held places are not those of the offers';
  if (slot.current_bookings > slot.max_capacity) return 'more places are taken than there are';
  if (slot.kept > 0 && !isDue) return 'a place is kept, and the list is not due';
  return undefined;
};

/**
 * The list after some operations in an order that explains what each answered and what is stored; undefined where no order
 * does. An operation whose answer is unknown happened, or did not.
 */
export const linearize = (
  before: WaitingList,
  operations: readonly Operation[],
  stored: string,
): WaitingList | undefined => {
  const tried = operations.filter(({ carried }) => carried !== 'not-tried');
  const { length } = tried;
  let found: WaitingList | undefined;
  // All of them overlap; what is stored was read after them.
  const history = tried.map(({ command, carried }, index) => ({
    invoked: index,
    returned: carried === 'unknown' ? undefined : length + index,
    after: (list: WaitingList) => {
      const changed = transition(list, command);
      if (carried === 'refused') return changed ? [] : [list];
      return changed ? [changed] : [];
    },
  }));
  const reading = {
    invoked: 2 * length,
    returned: 2 * length + 1,
    after: (list: WaitingList) => {
      if (describeList(list) !== stored) return [];
      found = list;
      return [list];
    },
  };
  isLinearizable(before, [...history, reading], JSON.stringify);
  return found;
};
