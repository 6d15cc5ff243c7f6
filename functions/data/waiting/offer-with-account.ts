import type { OfferId, UserId } from '#shared/schemas/ids';
import type { TakeOfferByLink } from '#shared/schemas/waiting-input';
import { batchRead } from '../dynamo/batch-get.ts';
import { type FamilyAccount, familyAccountRef } from '../ledger/family-account.ts';
import type { Table } from '../table.ts';
import { offerLinkRef, offerRef, type StoredOffer } from './stored-offer.ts';

interface OfferWithAccount {
  readonly offer: StoredOffer | undefined;
  readonly account: FamilyAccount | undefined;
}

/** Reads an offer, and the account of a family, which may be another one's. One round trip. */
export const readOfferWithAccount = async (
  table: Table,
  offerId: OfferId,
  parentId: UserId,
): Promise<OfferWithAccount> => {
  const [offer, account] = [offerRef(offerId), familyAccountRef(parentId)];
  const read = await batchRead(table, [offer, account], { consistent: true });
  return { offer: read(offer), account: read(account) };
};

/**
 * Reads the offer of a link, and the account of its family where the link's holder names it: the answer to a wrong id is the
 * same as without one. One round trip.
 * @returns no offer for a link that is none
 */
export const readLinkedOfferWithAccount = async (
  table: Table,
  { offer_id, secret, parent_id }: Pick<TakeOfferByLink, 'offer_id' | 'secret' | 'parent_id'>,
): Promise<OfferWithAccount> => {
  const [offer, link] = [offerRef(offer_id), offerLinkRef(offer_id, secret)];
  const account = parent_id && familyAccountRef(parent_id);
  const read = await batchRead(table, [offer, link, ...(account ? [account] : [])], { consistent: true });
  const linked = read(link) && read(offer);
  const isOfFamily = linked !== undefined && linked.parent_id === parent_id;
  return { offer: linked, account: account && isOfFamily ? read(account) : undefined };
};
