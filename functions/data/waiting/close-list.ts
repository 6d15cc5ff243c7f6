import { type Instant, instantSchema } from '#shared/schemas/values';
import { ContentionError } from '../../contention-error.ts';
import type { StoredSlot } from '../classes/classes.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import type { Table } from '../table.ts';
import { removeEntry } from './change-entry.ts';
import { endOffer } from './end-offer.ts';
import { getOffer } from './stored-offer.ts';
import { listEntries, type StoredEntry } from './waiting-entries.ts';
import { waitingMailPut } from './waiting-mails.ts';

/**
 * Takes an entry off its list, with the offer that it has.
 * @param entry as it was read; one that got an offer since, or lost it, is refused
 */
export const dropEntry = async (
  table: Table,
  entry: StoredEntry,
  at: Instant,
  extraWrites: readonly Write[] = [],
): Promise<'done' | 'refused' | 'busy'> => {
  if (!entry.offer_id) return removeEntry(table, entry, extraWrites);
  const offer = await getOffer(table, entry.offer_id);
  if (!offer) return 'refused';
  const { outcome } = await endOffer(table, offer, { state: 'void', entry: 'leaves', at, extraWrites });
  return outcome === 'done' || outcome === 'busy' ? outcome : 'refused';
};

/**
 * Ends the list of a slot whose class is over, or is deleted: each entry leaves it and its family is told (WAI-12). Each step
 * is one transaction: the whole may be interrupted anywhere and called again.
 * @throws ContentionError where contention persisted
 */
export const closeList = async (table: Table, slot: StoredSlot, now: Date): Promise<void> => {
  const at = instantSchema.parse(now.toISOString());
  for (const entry of await listEntries(table, slot.id)) {
    const mail = waitingMailPut(table, 'list-closed', entry, now);
    if ((await dropEntry(table, entry, at, [mail])) === 'busy')
      throw new ContentionError('Contention on a waiting list persisted');
  }
  if ((await listEntries(table, slot.id)).length > 0) throw new ContentionError('A waiting list changed meanwhile');
};
