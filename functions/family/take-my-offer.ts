import type { Operation } from '../http/create-handler.ts';
import { takeOffer } from '../waiting/answer-offer.ts';
import type { FamilyDeps } from './deps.ts';
import { ownOffer } from './own-offer.ts';

/** Takes an offer to the caller's family (WAI-08). @throws ProblemError as `takeOffer` does, offerNotFound */
export const takeMyOffer: Operation<'takeMyOffer', FamilyDeps> = async (
  { caller, params, body, idempotencyKey },
  deps,
) => {
  const offer = await ownOffer(deps.table, caller.userId, params.offerId);
  const agreed = { attempt: idempotencyKey, calendarVersion: body.calendar_version };
  return takeOffer(offer, agreed, deps);
};
