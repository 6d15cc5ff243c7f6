import type { UserId } from '#shared/schemas/ids';
import { readOfferWithLedger } from '../data/waiting/offer-with-ledger.ts';
import { readOfferWithSlot } from '../data/waiting/offer-with-slot.ts';
import { getOffer, type StoredOffer } from '../data/waiting/stored-offer.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { problem } from '../lib/http/problem-error.ts';
import { declineOffer, takeOffer } from '../lib/waiting/answer-offer.ts';
import { moveOffer, presentRenewal } from '../lib/waiting/move-offer.ts';
import type { TimedDeps } from '../timed-deps.ts';

/** An offer to a family; that of another one is not found. @throws ProblemError offerNotFound */
const requireOwnOffer = (offer: StoredOffer | undefined, parentId: UserId): StoredOffer => {
  if (offer?.parent_id !== parentId) throw problem('offerNotFound');
  return offer;
};

/** Takes an offer to the caller's family (WAI-08). @throws ProblemError as `takeOffer` does, offerNotFound */
export const takeMyOffer: Operation<'takeMyOffer', TimedDeps> = async (
  { caller, params, body, idempotencyKey },
  deps,
) => {
  const { offer, ledger } = await readOfferWithLedger(deps.table, params.offerId, caller.userId);
  const agreed = { attempt: idempotencyKey, calendarVersion: body.calendar_version, ledger };
  return takeOffer(requireOwnOffer(offer, caller.userId), agreed, deps);
};

/** Declines an offer to the caller's family (WAI-10). @throws ProblemError as `declineOffer` does, offerNotFound */
export const declineMyOffer: Operation<'declineMyOffer', TimedDeps> = async (
  { caller, params, body },
  deps,
) => {
  const ids = { offerId: params.offerId, parentId: caller.userId };
  const { offer, hasWaiting, ledger } = await readOfferWithSlot(deps.table, ids, body.slot);
  const own = requireOwnOffer(offer, caller.userId);
  return declineOffer(own, { stays: body.stays, hasWaiting, ledger }, deps);
};

/** Keeps a place of the next term in another slot (TRM-04). @throws ProblemError as `moveOffer` does */
export const moveMyOffer: Operation<'moveMyOffer', TimedDeps> = async ({ caller, params, body }, deps) => {
  const offer = await presentRenewal(await getOffer(deps.table, params.offerId), deps);
  return moveOffer(requireOwnOffer(offer, caller.userId), body, deps);
};
