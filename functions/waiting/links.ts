import { businessMoment } from '#shared/lib/business-time';
import type { LinkedOfferRoutes } from '#shared/waiting/links-routes';
import type { LinksDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { problem } from '../lib/http/problem-error.ts';
import {
  readLinkedOfferWithLedger,
  readLinkedOfferWithSlot,
  readOfferedSlots,
  readOtherSessions,
} from './offer-parts.ts';
import { findOfferByLink } from './offers.ts';
import {
  declineOffer as declineHeldOffer,
  moveOffer as moveHeldOffer,
  offerView,
  presentRenewal,
  takeOffer as takeHeldOffer,
} from './steps.ts';

/** The offer of a link, also after its end (WAI-07). @throws ProblemError offerNotFound */
export const getLinkedOffer: Operation<LinkedOfferRoutes['getLinkedOffer'], LinksDeps> = async (
  { body },
  { table, clock, timeZone },
) => {
  const { offer: linked } = await findOfferByLink(table, body);
  const offer = await presentRenewal(linked, { table });
  const slot = offer && (await readOfferedSlots(table, [offer]))(offer);
  if (!offer || !slot) throw problem('offerNotFound');
  const moment = businessMoment(clock(), timeZone);
  return offerView(offer, slot, await readOtherSessions(table, offer, moment.today), moment);
};

/** Takes the offer of a link (WAI-07). @throws ProblemError as `takeOffer` does, offerNotFound */
export const takeOffer: Operation<LinkedOfferRoutes['takeOffer'], LinksDeps> = async (
  { body, idempotencyKey },
  deps,
) => {
  const { offer: linked, by, ledger } = await readLinkedOfferWithLedger(deps.table, body);
  const offer = await presentRenewal(linked, deps);
  if (!offer) throw problem('offerNotFound');
  const agreed = { attempt: idempotencyKey, by, calendarVersion: body.calendar_version, ledger };
  return takeHeldOffer(offer, agreed, deps);
};

/** Declines the offer of a link (WAI-10). @throws ProblemError as `declineOffer` does, offerNotFound */
export const declineOffer: Operation<LinkedOfferRoutes['declineOffer'], LinksDeps> = async (
  { body },
  deps,
) => {
  const { offer: linked, by, hasWaiting } = await readLinkedOfferWithSlot(deps.table, body, body.slot);
  const offer = await presentRenewal(linked, deps);
  if (!offer) throw problem('offerNotFound');
  return declineHeldOffer(offer, { stays: body.stays, by, hasWaiting }, deps);
};

/** Keeps the place of the next term of a link in another slot (TRM-04). @throws ProblemError as `moveOffer` does */
export const moveOffer: Operation<LinkedOfferRoutes['moveOffer'], LinksDeps> = async ({ body }, deps) => {
  const { offer: linked, by } = await findOfferByLink(deps.table, body);
  const offer = await presentRenewal(linked, deps);
  if (!offer) throw problem('offerNotFound');
  return moveHeldOffer(offer, { ...body, by }, deps);
};
