import { readLinkedOfferWithSlot } from '../data/waiting/offer-with-slot.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { problem } from '../lib/http/problem-error.ts';
import * as waiting from '../lib/waiting/answer-offer.ts';
import type { LinksDeps } from './deps.ts';

/** Declines the offer of a link (WAI-10). @throws ProblemError offerNotFound, offerEnded, busy */
export const declineOffer: Operation<'declineOffer', LinksDeps> = async ({ body }, deps) => {
  const { offer, hasWaiting } = await readLinkedOfferWithSlot(deps.table, body, body.slot);
  if (!offer) throw problem('offerNotFound');
  return waiting.declineOffer(offer, { stays: body.stays, hasWaiting }, deps);
};
