import { instantOf } from '#shared/domain/time/instant-of';
import { ContentionError } from '../contention-error.ts';
import type { DueWork } from '../data/due/due-work.ts';
import type { ExtraWrites } from '../data/extra-writes.ts';
import { endOffer } from '../data/waiting/end-offer.ts';
import { renewalNoticePut } from '../data/waiting/kept-places.ts';
import { getRenewal } from '../data/waiting/renewals.ts';
import { settleList } from '../data/waiting/settle-list.ts';
import { offerFromItem, type StoredOffer } from '../data/waiting/stored-offer.ts';
import { waitingMailPut } from '../data/waiting/waiting-mails.ts';
import { log } from '../log.ts';
import type { TimedDeps } from '../timed-deps.ts';

/** What tells the family: for kept places of the next term, one message about all that ran out at the same time (TRM-11). */
const tellingWrites = async (offer: StoredOffer, { table, clock }: TimedDeps): Promise<ExtraWrites> => {
  const now = clock();
  if (!offer.renewal) return [waitingMailPut(table, 'offer-ended', offer, now)];
  const renewal = await getRenewal(table, offer.renewal);
  if (!renewal) return [];
  const notice = { publication: renewal.message_id, until: offer.until };
  return [renewalNoticePut(table, notice, instantOf(now))];
};

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
    extraWrites: await tellingWrites(offer, deps),
  });
  if (outcome === 'busy') throw new ContentionError('Contention on a waiting list persisted');
  log.info(outcome === 'done' ? 'due.done' : 'due.dropped', {
    kind: 'offer',
    offer: offer.id,
    ...(outcome !== 'done' && { reason: 'answered meanwhile' }),
  });
  await settleList({ class_id: offer.class_id, id: offer.time_slot_id }, deps);
};
