import { businessMoment } from '#shared/domain/time/business-time';
import { readOfferedSlots } from '../data/waiting/offered-slots.ts';
import { findOfferByLink } from '../data/waiting/stored-offer.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import { problem } from '../lib/http/problem-error.ts';
import { offerView } from '../lib/waiting/offer-view.ts';
import type { LinksDeps } from './deps.ts';

/** The offer of a link, also after its end (WAI-07). @throws ProblemError offerNotFound */
export const getLinkedOffer: Operation<'getLinkedOffer', LinksDeps> = async (
  { body },
  { table, clock, timeZone },
) => {
  const offer = await findOfferByLink(table, body);
  const slot = offer && (await readOfferedSlots(table, [offer]))(offer);
  if (!offer || !slot) throw problem('offerNotFound');
  return offerView(offer, slot, businessMoment(clock(), timeZone));
};
