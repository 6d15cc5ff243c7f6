import { upcomingDates } from '#shared/domain/sessions/sessions';
import { businessMoment } from '#shared/domain/time/business-time';
import type { ClassId, SlotId } from '#shared/schemas/ids';
import { ContentionError } from '../../contention-error.ts';
import type { TimedDeps } from '../../timed-deps.ts';
import { askList, openKeptPlaces, readListedSlot } from './ask-list.ts';
import { closeList } from './close-list.ts';

/** A list of some hundred entries never needs as many steps. */
const maxSteps = 1_000;

/**
 * Asks the list of a slot until no place is kept, and closes it where the class is over. Each step is one transaction: the
 * whole may be interrupted anywhere and called again.
 * @returns the number of offers made
 * @throws ContentionError where contention persisted
 */
export const settleList = async (
  { class_id, id }: { readonly class_id: ClassId; readonly id: SlotId },
  { table, clock, timeZone }: TimedDeps,
): Promise<number> => {
  let offers = 0;
  for (let step = 0; step < maxSteps; step += 1) {
    const listed = await readListedSlot(table, class_id, id);
    // The deletion of its class closes the list of a closed slot.
    if (!listed || listed.slot.closed) return offers;
    const moment = businessMoment(clock(), timeZone);
    if (upcomingDates(listed.cls, listed.slot, moment).length === 0) {
      await closeList(table, listed, moment.now);
      const closed = await readListedSlot(table, class_id, id);
      if (!closed || (await openKeptPlaces(table, closed.slot)) === 'opened') return offers;
      continue;
    }
    const outcome = await askList(table, listed, moment);
    if (outcome === 'busy') break;
    if (outcome === 'nothing-kept' || outcome === 'waits') return offers;
    if (outcome === 'offered') offers += 1;
  }
  throw new ContentionError('Contention on a waiting list persisted');
};
