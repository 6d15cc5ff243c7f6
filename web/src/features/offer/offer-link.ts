import { type OfferLink, offerLinkSchema } from '#shared/schemas/waiting-input';

/** Reads the link of an offer from the hash of its page, `#ofr_….secret`; undefined for any other form. */
export const readOfferLink = (hash: string): OfferLink | undefined => {
  const [offer_id, secret] = hash.slice(1).split('.');
  const link = offerLinkSchema.safeParse({ offer_id, secret });
  return link.success && link.data.secret !== '' ? link.data : undefined;
};
