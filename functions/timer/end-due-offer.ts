import { instantOf } from '#shared/domain/time/instant-of';
import { ContentionError } from '../contention-error.ts';
import type { DueWork } from '../data/due/due-work.ts';
import { endOffer } from '../data/waiting/end-offer.ts';
import { settleList } from '../data/waiting/settle-list.ts';
import { offerFromItem } from '../data/waiting/stored-offer.ts';
import { waitingMailPut } from '../data/waiting/waiting-mails.ts';
import { log } from '../log.ts';
import type { TimedDeps } from '../timed-deps.ts';

/**
 * Ends an offer whose deadline has passed: its entry leaves the list, and the next family is asked at once (WAI-06,
 * WAI-10). An offer that was answered meanwhile stays as it is.
 * @throws ContentionError where contention persisted
 */
export const endDueOffer = async ({ item }: DueWork, deps: TimedDeps): Promise<void> => {
  const { table, clock } = deps;
  const offer = offerFromItem(item);
  const now = clock();
  const { outcome } = await endOffer(table, offer, {
    state: 'expired',
    entry: 'leaves',
    at: instantOf(now),
    // The families of the next term had their emails before.
    extraWrites: offer.renewal ? [] : [waitingMailPut(table, 'offer-ended', offer, now)],
  });
  if (outcome === 'busy') throw new ContentionError('Contention on a waiting list persisted');
  log.info(outcome === 'done' ? 'due.done' : 'due.dropped', {
    kind: 'offer',
    offer: offer.id,
    ...(outcome !== 'done' && { reason: 'answered meanwhile' }),
  });
  await settleList({ class_id: offer.class_id, id: offer.time_slot_id }, deps);
};
