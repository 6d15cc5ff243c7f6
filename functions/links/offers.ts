import { businessMoment } from '#shared/domain/time/business-time';
import { readLinkedOfferWithLedger } from '../data/waiting/offer-with-ledger.ts';
import { readLinkedOfferWithSlot } from '../data/waiting/offer-with-slot.ts';
import { readOfferedSlots } from '../data/waiting/offered-slots.ts';
import { readOtherSessions } from '../data/waiting/other-sessions.ts';
import { findOfferByLink } from '../data/waiting/stored-offer.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { problem } from '../lib/http/problem-error.ts';
import { declineOffer as declineHeldOffer, takeOffer as takeHeldOffer } from '../lib/waiting/answer-offer.ts';
import { moveOffer as moveHeldOffer, presentRenewal } from '../lib/waiting/move-offer.ts';
import { offerView } from '../lib/waiting/offer-view.ts';
import type { LinksDeps } from './deps.ts';

/** The offer of a link, also after its end (WAI-07). @throws ProblemError offerNotFound */
export const getLinkedOffer: Operation<'getLinkedOffer', LinksDeps> = async (
  { body },
  { table, clock, timeZone },
) => {
  const offer = await presentRenewal(await findOfferByLink(table, body), { table });
  const slot = offer && (await readOfferedSlots(table, [offer]))(offer);
  if (!offer || !slot) throw problem('offerNotFound');
  const moment = businessMoment(clock(), timeZone);
  return offerView(offer, slot, await readOtherSessions(table, offer, moment.today), moment);
};

/** Takes the offer of a link (WAI-07). @throws ProblemError as `takeOffer` does, offerNotFound */
export const takeOffer: Operation<'takeOffer', LinksDeps> = async ({ body, idempotencyKey }, deps) => {
  const { offer: linked, ledger } = await readLinkedOfferWithLedger(deps.table, body);
  const offer = await presentRenewal(linked, deps);
  if (!offer) throw problem('offerNotFound');
  const agreed = { attempt: idempotencyKey, calendarVersion: body.calendar_version, ledger };
  return takeHeldOffer(offer, agreed, deps);
};

/** Declines the offer of a link (WAI-10). @throws ProblemError as `declineOffer` does, offerNotFound */
export const declineOffer: Operation<'declineOffer', LinksDeps> = async ({ body }, deps) => {
  const { offer: linked, hasWaiting } = await readLinkedOfferWithSlot(deps.table, body, body.slot);
  const offer = await presentRenewal(linked, deps);
  if (!offer) throw problem('offerNotFound');
  return declineHeldOffer(offer, { stays: body.stays, hasWaiting }, deps);
};

/** Keeps the place of the next term of a link in another slot (TRM-04). @throws ProblemError as `moveOffer` does */
export const moveOffer: Operation<'moveOffer', LinksDeps> = async ({ body }, deps) => {
  const offer = await presentRenewal(await findOfferByLink(deps.table, body), deps);
  if (!offer) throw problem('offerNotFound');
  return moveHeldOffer(offer, body, deps);
};
