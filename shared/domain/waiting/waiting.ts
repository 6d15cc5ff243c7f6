import { ascending } from '#shared/domain/lists/ascending';
import type { WaitingEntryId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import type { WaitingEntry } from '#shared/schemas/waiting';

/** The part of an entry that decides its rank and whether it gets an offer. */
export type RankedEntry = Pick<
  WaitingEntry,
  'id' | 'child_ids' | 'since' | 'put_first_at' | 'passed_over_at' | 'offer_id'
>;

/** Compares instants or ids as text; null comes before every text. */
const compare = (one: string | null, other: string | null): number => ascending(one ?? '', other ?? '');

/**
 * Compares entries by their order in the list: those that an administrator put first, the latest of them first; then by
 * the time of joining (WAI-03).
 */
export const byRank = (one: RankedEntry, other: RankedEntry): number =>
  compare(other.put_first_at, one.put_first_at) ||
  compare(one.since, other.since) ||
  compare(one.id, other.id);

/** Whether the entry waits, as opposed to deciding on an offer. */
export const isWaiting = ({ offer_id }: RankedEntry): boolean => offer_id === null;

/** The rank among the entries that wait, from 1; null for an entry that does not wait. */
export const rankOf = (entries: readonly RankedEntry[], id: WaitingEntryId): number | null => {
  const index = entries
    .filter(isWaiting)
    .toSorted(byRank)
    .findIndex((entry) => entry.id === id);
  return index === -1 ? null : index + 1;
};

/** How many places an entry needs: one for each child, all at the same time. */
export const placesNeeded = ({ child_ids }: Pick<RankedEntry, 'child_ids'>): number => child_ids.length;

/**
 * Whether an entry may get an offer now. An entry that was passed over gets one only after another place became free,
 * or another entry left the list with its offer. Otherwise a place would be offered again at once to the family that
 * has just declined it.
 */
const canBeAsked = (entry: RankedEntry, releasedAt: Instant | null): boolean =>
  isWaiting(entry) && (entry.passed_over_at === null || compare(entry.passed_over_at, releasedAt) < 0);

/** The free places of a slot and the list that is asked for them. */
interface Asked<Entry extends RankedEntry> {
  readonly entries: readonly Entry[];
  /** Open places, and those kept for the list. */
  readonly free: number;
  /** When a place last became free, other than by the end of an offer whose entry stayed. */
  readonly released_at: Instant | null;
}

/**
 * The entry that is offered free places: the first one that fits them (WAI-05). Entries that need more places keep their
 * rank. Undefined where none fits: the places open to all.
 */
export const firstToAsk = <Entry extends RankedEntry>({
  entries,
  free,
  released_at,
}: Asked<Entry>): Entry | undefined =>
  entries.toSorted(byRank).find((entry) => placesNeeded(entry) <= free && canBeAsked(entry, released_at));
