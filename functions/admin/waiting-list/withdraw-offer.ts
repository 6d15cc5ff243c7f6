import { instantOf } from '#shared/domain/time/instant-of';
import { endOffer } from '../../data/waiting/end-offer.ts';
import { getOffer } from '../../data/waiting/stored-offer.ts';
import { waitingMailPut } from '../../data/waiting/waiting-mails.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';
import { waitingAudit } from './listed-entry.ts';

/**
 * Withdraws an offer: its entry keeps its rank, its places go to the list again, and the family is told (WAI-11).
 * @throws ProblemError offerNotFound, offerEnded, busy
 */
export const withdrawOffer: Operation<'withdrawOffer', AdminDeps> = async ({ caller, params }, deps) => {
  const { table, clock } = deps;
  const offer = await getOffer(table, params.offerId);
  if (!offer) throw problem('offerNotFound');
  const now = clock();
  const result = await endOffer(table, offer, {
    state: 'withdrawn',
    entry: 'keeps-rank',
    at: instantOf(now),
    extraWrites: [
      waitingMailPut(table, 'offer-withdrawn', offer, now),
      waitingAudit(offer, { actor: caller.userId, action: 'waiting.offer-withdrawn' }, deps),
    ],
  });
  if (result.outcome === 'busy') throw busy();
  if (result.outcome === 'gone') throw problem('offerNotFound');
  if (result.outcome === 'ended' && result.state !== 'withdrawn') throw problem('offerEnded');
  return undefined;
};
