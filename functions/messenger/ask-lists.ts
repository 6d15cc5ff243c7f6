import type { StoredSlot } from '../data/classes/classes.ts';
import type { Table } from '../data/table.ts';
import { settleList } from '../data/waiting/settle-list.ts';
import { log } from '../log.ts';

interface Deps {
  readonly table: Table;
  readonly clock: () => Date;
  /** IANA time zone of the sessions. */
  readonly timeZone: string;
}

/**
 * Asks the waiting lists of slots that have kept places (WAI-04). A list that cannot be asked now stays due: the timer asks
 * it, and an alarm reports repeated failures.
 */
export const askLists = async (
  slots: readonly Pick<StoredSlot, 'class_id' | 'id'>[],
  deps: Deps,
): Promise<void> => {
  for (const slot of slots) {
    try {
      const offers = await settleList(slot, deps);
      log.info('waiting-list.asked', { slot: slot.id, offers });
    } catch (error) {
      log.error('waiting-list.failed', error, { slot: slot.id });
    }
  }
};
