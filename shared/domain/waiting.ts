import type { WaitingEntryId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import type { WaitingEntry } from '#shared/schemas/waiting';
import type { OfferTerms } from './offer-terms.ts';

/** What the order of a list depends on. */
export type RankedEntry = Pick<
  WaitingEntry,
  'id' | 'child_ids' | 'since' | 'put_first_at' | 'passed_over_at' | 'offer_id'
>;

/** Instants and ids compare as text; no instant comes before every instant. */
const compare = (one: string | null, other: string | null): number => {
  const [a, b] = [one ?? '', other ?? ''];
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/**
 * Orders entries: put first by an administrator (the latest act first), then by time of joining (WAI-03); for
 * `toSorted`.
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

/** How many places an entry needs: all of them at once. */
export const placesNeeded = ({ child_ids }: Pick<RankedEntry, 'child_ids'>): number => child_ids.length;

/**
 * Whether an entry is asked when there are places. One that was passed over is asked again once another place became
 * free, or an entry left the list with its offer: otherwise a place would go back at once to the family that has just
 * declined it.
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
  /** Places that no entry of the list fits: they open to all. */
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
