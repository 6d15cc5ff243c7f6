import { readOfferWithSlot } from '../data/waiting/offer-with-slot.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { declineOffer } from '../lib/waiting/answer-offer.ts';
import type { TimedDeps } from '../timed-deps.ts';
import { requireOwnOffer } from './own-offer.ts';

/** Declines an offer to the caller's family (WAI-10). @throws ProblemError offerNotFound, offerEnded, busy */
export const declineMyOffer: Operation<'declineMyOffer', TimedDeps> = async (
  { caller, params, body },
  deps,
) => {
  const { offer, hasWaiting } = await readOfferWithSlot(deps.table, params.offerId, body.slot);
  const own = requireOwnOffer(offer, caller.userId);
  return declineOffer(own, { stays: body.stays, hasWaiting }, deps);
};
