import { atTheEnd } from '#shared/domain/waiting/waiting';
import type { Instant } from '#shared/schemas/values';
import type { OfferEnd } from '#shared/schemas/waiting';
import type { Write } from '../dynamo/send-transaction.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import { type CountedChange, sendCounted } from '../ledger/change-limits.ts';
import type { Table } from '../table.ts';
import { behindUpdate } from './behind-mark.ts';
import { renewalEndUpdates } from './renewals.ts';
import { offeredPlacesRelease } from './slot-update.ts';
import { offerEndUpdate, offerFromItem, type StoredOffer } from './stored-offer.ts';
import { entryDeletes, entryUpdate } from './waiting-entries.ts';

/** What becomes of the entry of an offer that ends: it leaves the list, goes to its end, or keeps its rank. */
type EntryOutcome = 'leaves' | 'to-the-end' | 'keeps-rank';

interface OfferEnding {
  readonly state: Exclude<OfferEnd, 'taken'>;
  readonly entry: EntryOutcome;
  readonly at: Instant;
  readonly extraWrites?: ExtraWrites;
  /** Whether other entries wait, as read; a wrong one costs a second transaction. */
  readonly hasWaiting?: boolean;
  /** Where it counts among the changes of its family, which answers itself: with the hour as its ledger was read. */
  readonly counted?: Pick<CountedChange, 'hour'> | undefined;
}

export type EndOfferOutcome =
  | { readonly outcome: 'done' }
  /** It ended before, in this way. Nothing was stored. */
  | { readonly outcome: 'ended'; readonly state: OfferEnd }
  /** The family has made as many changes in this hour as it may. Nothing was stored. */
  | { readonly outcome: 'limited' }
  /** Its slot is gone, its entry, or its family. Nothing was stored. */
  | { readonly outcome: 'gone' }
  | { readonly outcome: 'busy' };

const entryWrites = (table: Table, offer: StoredOffer, { entry: outcome, at }: OfferEnding): Write[] => {
  const entry = { ...offer, id: offer.entry_id, offer_id: offer.id };
  if (outcome === 'leaves') return entryDeletes(table, entry);
  const waits = { offer_id: null, passed_over_at: at };
  const last = { ...atTheEnd(at), put_first_reason: null };
  return [entryUpdate(table, entry, outcome === 'to-the-end' ? { ...waits, ...last } : waits)];
};

/**
 * The family's other entries go behind every other family's where it declined, or did not answer (WAI-15). Those of a family
 * whose place was kept in the next term do not: it was not asked from the list.
 */
const familyWrites = (table: Table, offer: StoredOffer, { state, at }: OfferEnding): Write[] => {
  if (offer.renewal) return renewalEndUpdates(table, offer, state, at);
  return state === 'declined' || state === 'expired' ? [behindUpdate(table, offer, at)] : [];
};

/** How an offer ended that was refused because it is not open. */
export const endOf = (item: Record<string, unknown>): OfferEnd => {
  const { state } = offerFromItem(item);
  if (state === 'open') throw new Error('An open offer was refused as ended');
  return state;
};

/**
 * Ends an open offer: its places go to the list again, or to all where no entry waits. One transaction; of several answers
 * at once, one is stored (WAI-09).
 */
export const endOffer = async (
  table: Table,
  offer: StoredOffer,
  ending: OfferEnding,
): Promise<EndOfferOutcome> => {
  const { state, at, entry, extraWrites = [], hasWaiting: assumed = true, counted } = ending;
  const change = counted && { ...counted, parent_id: offer.parent_id, at };
  for (const hasWaiting of [assumed, !assumed]) {
    const release = { at, hasWaiting, comesBack: entry !== 'leaves' };
    const result = await sendCounted(table, change, [
      offerEndUpdate(table, offer, { state, at }),
      offeredPlacesRelease(table, offer, release),
      ...entryWrites(table, offer, ending),
      ...familyWrites(table, offer, ending),
      ...extraWrites,
    ]);
    if (result.outcome === 'no-ledger') return { outcome: 'gone' };
    if (result.outcome !== 'refused') return result;
    const [refused, slot] = result.refusals;
    if (refused?.item) return { outcome: 'ended', state: endOf(refused.item) };
    if (refused || !slot?.item) return { outcome: 'gone' };
  }
  // An entry joined or left between the two tries.
  return endOffer(table, offer, ending);
};
