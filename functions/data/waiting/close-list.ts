import { instantOf } from '#shared/domain/time/instant-of';
import type { ClassSummary } from '#shared/schemas/class';
import type { TimeSlot } from '#shared/schemas/slot';
import { ContentionError } from '../../contention-error.ts';
import type { Table } from '../table.ts';
import { dropEntry } from './drop-entry.ts';
import { listEntries } from './waiting-entries.ts';
import { waitingMailPut } from './waiting-mails.ts';

/**
 * Ends the list of a slot whose class is over, or is deleted: each entry leaves it and its family gets an email (WAI-12).
 * Each step is one transaction: the whole may be interrupted anywhere and called again.
 * @throws ContentionError where contention persisted
 */
export const closeList = async (
  table: Table,
  { cls, slot }: { readonly cls: ClassSummary; readonly slot: TimeSlot },
  now: Date,
): Promise<void> => {
  const at = instantOf(now);
  for (const entry of await listEntries(table, slot.id)) {
    // Whose place was kept has joined no list.
    const kind = entry.is_renewal && entry.offer_id ? 'kept-place-gone' : 'list-closed';
    const mail = waitingMailPut(table, kind, { ...entry, place: { ...cls, ...slot } }, now);
    if ((await dropEntry(table, entry, { at, extraWrites: [mail] })) === 'busy')
      throw new ContentionError('Contention on a waiting list persisted');
  }
  if ((await listEntries(table, slot.id)).length > 0)
    throw new ContentionError('A waiting list changed meanwhile');
};
