import type { Operation } from '../http/create-handler.ts';
import { declineOffer } from '../waiting/answer-offer.ts';
import type { FamilyDeps } from './deps.ts';
import { ownOffer } from './own-offer.ts';

/** Declines an offer to the caller's family (WAI-10). @throws ProblemError offerNotFound, offerEnded, busy */
export const declineMyOffer: Operation<'declineMyOffer', FamilyDeps> = async (
  { caller, params, body },
  deps,
) => declineOffer(await ownOffer(deps.table, caller.userId, params.offerId), body.stays, deps);
