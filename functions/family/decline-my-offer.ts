import { getOffer } from '../data/waiting/stored-offer.ts';
import type { Operation } from '../http/create-handler.ts';
import { declineOffer } from '../waiting/answer-offer.ts';
import type { FamilyDeps } from './deps.ts';
import { requireOwnOffer } from './own-offer.ts';

/** Declines an offer to the caller's family (WAI-10). @throws ProblemError offerNotFound, offerEnded, busy */
export const declineMyOffer: Operation<'declineMyOffer', FamilyDeps> = async (
  { caller, params, body },
  deps,
) => {
  const offer = requireOwnOffer(await getOffer(deps.table, params.offerId), caller.userId);
  return declineOffer(offer, body.stays, deps);
};
