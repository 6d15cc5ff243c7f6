import { instantOf } from '#shared/domain/time/instant-of';
import type { ChildId, OfferId, UserId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import type { WaitingEntry } from '#shared/schemas/waiting';
import { ContentionError } from '../../contention-error.ts';
import { patienceMs } from '../../limits.ts';
import { isSlotItem, queryCatalogue, storedSlotFromItem } from '../classes/classes.ts';
import { retryDelay } from '../dynamo/retry-delay.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';
import { deleteBehindMark } from './behind-mark.ts';
import { removeEntry } from './change-entry.ts';
import { endOffer } from './end-offer.ts';
import { deleteRenewals } from './renewals.ts';
import { deleteOffer, getOffer, type StoredOffer } from './stored-offer.ts';
import { findEntryOfChild, listEntries, listWaitingOfFamily, type StoredEntry } from './waiting-entries.ts';

interface Dropping {
  readonly at: Instant;
  readonly extraWrites?: ExtraWrites;
  /** How the offer ends: a family that leaves the list declines it. */
  readonly offerState?: 'declined' | 'void';
  /** Whether it counts among the changes of its family, which leaves the list itself. */
  readonly isCounted?: boolean;
}

/** `limited` where it counts, and the family may make no other change in this hour. */
type DropOutcome = 'done' | 'refused' | 'limited' | 'busy';

/**
 * Takes an entry off its list, with the offer that it has.
 * @param entry as it was read; one that got an offer since, or lost it, is refused
 */
export const dropEntry = async (
  table: Table,
  entry: StoredEntry,
  { at, extraWrites = [], offerState: state = 'void', isCounted = false }: Dropping,
): Promise<DropOutcome> => {
  if (!entry.offer_id) {
    const change = isCounted ? { parent_id: entry.parent_id, at } : undefined;
    const outcome = await removeEntry(table, entry, extraWrites, change);
    return outcome === 'no-ledger' ? 'refused' : outcome;
  }
  const offer = await getOffer(table, entry.offer_id);
  if (!offer) return 'refused';
  const { outcome } = await endOffer(table, offer, {
    state,
    entry: 'leaves',
    at,
    extraWrites,
    counted: isCounted ? {} : undefined,
  });
  return outcome === 'ended' || outcome === 'gone' ? 'refused' : outcome;
};

/**
 * Takes an entry off its list at the wish of its family. It was read from an index: the entry may have got an offer since.
 * @returns `refused` where it is not on the list any more; `busy` also where it changed again meanwhile
 */
export const dropIndexedEntry = async (
  table: Table,
  entry: StoredEntry,
  at: Instant,
): Promise<DropOutcome> => {
  const leaving = { at, offerState: 'declined', isCounted: true } as const;
  const outcome = await dropEntry(table, entry, leaving);
  const [child] = entry.child_ids;
  if (outcome !== 'refused' || !child) return outcome;
  const present = await findEntryOfChild(table, entry.time_slot_id, child);
  if (present?.id !== entry.id) return 'refused';
  const again = await dropEntry(table, present, leaving);
  return again === 'refused' ? 'busy' : again;
};

interface Deps {
  readonly table: Table;
  readonly clock: () => Date;
}

/** Takes an entry off its list, also where it gets an offer or loses it at the same time. */
const dropUntilGone = async ({ table, clock }: Deps, entry: StoredEntry): Promise<void> => {
  const waitToRetry = retryDelay(patienceMs);
  const [child] = entry.child_ids;
  for (let current: StoredEntry | undefined = entry; current; ) {
    const outcome = await dropEntry(table, current, { at: instantOf(clock()) });
    if (outcome === 'done') return;
    if (outcome === 'busy' || !(await waitToRetry()))
      throw new ContentionError('Contention on a waiting list persisted');
    current = child && (await findEntryOfChild(table, entry.time_slot_id, child));
  }
};

const dropEach = async (deps: Deps, entries: readonly StoredEntry[]): Promise<void> => {
  for (const entry of entries) await dropUntilGone(deps, entry);
};

/**
 * Takes the entry of a child off a slot's list: the child has a place there. Siblings who wait only together leave with it.
 * @throws ContentionError where contention persisted
 */
export const dropEntryOfChild = async (
  deps: Deps,
  { time_slot_id, child_id }: Pick<WaitingEntry, 'time_slot_id'> & { readonly child_id: ChildId },
): Promise<void> => {
  const entry = await findEntryOfChild(deps.table, time_slot_id, child_id);
  if (entry) await dropEach(deps, [entry]);
};

/** The offers that ended before, and those of entries that were dropped. */
const offersOf = (entries: readonly StoredEntry[], ended: readonly StoredOffer[]): OfferId[] => [
  ...ended.map(({ id }) => id),
  ...entries.flatMap(({ offer_id }) => offer_id ?? []),
];

const deleteOffers = async (table: Table, offers: readonly OfferId[]): Promise<void> => {
  for (const offer of offers) await deleteOffer(table, offer);
};

/**
 * Takes a removed child's entries off their lists, and deletes its offers (WAI-12). An entry that the index does not list
 * yet leaves its list when it is asked.
 * @throws ContentionError where contention persisted
 */
export const dropEntriesOfChild = async (deps: Deps, parentId: UserId, childId: ChildId): Promise<void> => {
  const { entries, endedOffers, renewals } = await listWaitingOfFamily(deps.table, parentId);
  const isOwn = ({ child_ids }: Pick<WaitingEntry, 'child_ids'>) => child_ids.includes(childId);
  const own = entries.filter(isOwn);
  await dropEach(deps, own);
  await deleteOffers(deps.table, offersOf(own, endedOffers.filter(isOwn)));
  await deleteRenewals(
    deps.table,
    renewals.filter(({ child_id }) => child_id === childId),
  );
};

/** The entries of a family on all lists. The index may lag: each list is read consistently. */
const listAllEntries = async (table: Table, parentId: UserId): Promise<StoredEntry[]> => {
  const slots = (await queryCatalogue(table, { consistent: true }))
    .filter(isSlotItem)
    .map(storedSlotFromItem)
    .filter(({ waiting, held }) => waiting + held > 0);
  const lists = await Promise.all(slots.map(({ id }) => listEntries(table, id)));
  return lists.flat().filter(({ parent_id }) => parent_id === parentId);
};

/**
 * Takes all entries of a family whose ledger is closed off their lists, and deletes its offers (WAI-12). After an
 * interruption it can be run again.
 * @throws ContentionError where contention persisted
 */
export const dropFamilyWaiting = async (deps: Deps, parentId: UserId): Promise<void> => {
  const { table } = deps;
  const entries = await listAllEntries(table, parentId);
  const { endedOffers, renewals, behindIn } = await listWaitingOfFamily(table, parentId);
  await dropEach(deps, entries);
  if (entries.length > 0 && (await listAllEntries(table, parentId)).length > 0)
    throw new ContentionError('A waiting list changed meanwhile');
  await deleteOffers(table, offersOf(entries, endedOffers));
  await deleteRenewals(table, renewals);
  for (const slotId of behindIn) await deleteBehindMark(table, slotId, parentId);
};
