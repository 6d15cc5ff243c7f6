import { readOfferWithLedger } from '../data/waiting/offer-with-ledger.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { takeOffer } from '../lib/waiting/answer-offer.ts';
import type { TimedDeps } from '../timed-deps.ts';
import { requireOwnOffer } from './own-offer.ts';

/** Takes an offer to the caller's family (WAI-08). @throws ProblemError as `takeOffer` does, offerNotFound */
export const takeMyOffer: Operation<'takeMyOffer', TimedDeps> = async (
  { caller, params, body, idempotencyKey },
  deps,
) => {
  const { offer, ledger } = await readOfferWithLedger(deps.table, params.offerId, caller.userId);
  const agreed = { attempt: idempotencyKey, calendarVersion: body.calendar_version, ledger };
  return takeOffer(requireOwnOffer(offer, caller.userId), agreed, deps);
};
