import { ascending } from '#shared/domain/lists/ascending';
import type { WaitingEntryId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import type { WaitingEntry } from '#shared/schemas/waiting';
import type { OfferTerms } from './offer-terms.ts';

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
export interface Asked<Entry extends RankedEntry> {
  readonly entries: readonly Entry[];
  /** Open places, and those kept for the list. */
  readonly free: number;
  /** When a place last became free, other than by the end of an offer whose entry stayed. */
  readonly released_at: Instant | null;
}

interface OfferPlan<Entry> {
  /** The entries that get offers, in the order of the list; each with the same terms. */
  readonly offers: readonly { readonly entry: Entry; readonly terms: OfferTerms }[];
  /** Places that fit no entry of the list. They become open to all. */
  readonly open: number;
}

/**
 * The entries that are offered the free places: the first one that fits, then the first one that fits the rest (WAI-05).
 * Entries that need more places than are left keep their rank.
 * @param terms of an offer made now; null when none may be made (WAI-06)
 */
export const planOffers = <Entry extends RankedEntry>(
  { entries, free, released_at }: Asked<Entry>,
  terms: OfferTerms | null,
): OfferPlan<Entry> => {
  const offers: { entry: Entry; terms: OfferTerms }[] = [];
  if (terms === null) return { offers, open: free };
  let open = free;
  for (const entry of entries.toSorted(byRank)) {
    if (placesNeeded(entry) > open || !canBeAsked(entry, released_at)) continue;
    offers.push({ entry, terms });
    open -= placesNeeded(entry);
  }
  return { offers, open };
};
