import { readLinkedOfferWithLedger } from '../data/waiting/offer-with-ledger.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { problem } from '../lib/http/problem-error.ts';
import * as waiting from '../lib/waiting/answer-offer.ts';
import type { LinksDeps } from './deps.ts';

/** Takes the offer of a link (WAI-07). @throws ProblemError as `takeOffer` does, offerNotFound */
export const takeOffer: Operation<'takeOffer', LinksDeps> = async ({ body, idempotencyKey }, deps) => {
  const { offer, ledger } = await readLinkedOfferWithLedger(deps.table, body);
  if (!offer) throw problem('offerNotFound');
  const agreed = { attempt: idempotencyKey, calendarVersion: body.calendar_version, ledger };
  return waiting.takeOffer(offer, agreed, deps);
};
