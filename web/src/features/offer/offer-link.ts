import { type OfferLink, offerLinkSchema } from '#shared/schemas/waiting-input';

/**
 * Reads the links of offers from the hash of their page, `#ofr_….secret`, of several offers of one family separated by
 * commas; none where one has another form.
 */
export const readOfferLinks = (hash: string): readonly OfferLink[] => {
  const links = hash
    .slice(1)
    .split(',')
    .map((part) => {
      const [offer_id, secret] = part.split('.');
      return offerLinkSchema.safeParse({ offer_id, secret });
    });
  return links.every(({ success, data }) => success && data.secret !== '')
    ? links.flatMap(({ data }) => data ?? [])
    : [];
};
