import type { StoredSlot } from '../data/classes/classes.ts';
import { settleList } from '../data/waiting/settle-list.ts';
import { log } from '../log.ts';
import type { TimedDeps } from '../timed-deps.ts';

/**
 * Asks the waiting lists of slots that have kept places (WAI-04). A list that cannot be asked now stays due: the timer asks
 * it, and an alarm reports repeated failures.
 */
export const settleLists = async (
  slots: readonly Pick<StoredSlot, 'class_id' | 'id'>[],
  deps: TimedDeps,
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
