import type { OfferId, UserId } from '#shared/schemas/ids';
import type { TakeOfferByLink } from '#shared/schemas/waiting-input';
import { batchRead } from '../dynamo/batch-get.ts';
import { type FamilyLedger, familyLedgerRef } from '../ledger/family-ledger.ts';
import type { Table } from '../table.ts';
import { offerLinkRef, offerRef, type StoredOffer } from './stored-offer.ts';

interface OfferWithLedger {
  readonly offer: StoredOffer | undefined;
  readonly ledger: FamilyLedger | undefined;
}

/** Reads an offer, and the ledger of a family, which may be another one's. One round trip. */
export const readOfferWithLedger = async (
  table: Table,
  offerId: OfferId,
  parentId: UserId,
): Promise<OfferWithLedger> => {
  const [offer, ledger] = [offerRef(offerId), familyLedgerRef(parentId)];
  const read = await batchRead(table, [offer, ledger], { consistent: true });
  return { offer: read(offer), ledger: read(ledger) };
};

/**
 * Reads the offer of a link, and the ledger of its family where the link's holder names it: the answer to a wrong id is the
 * same as without one. One round trip.
 * @returns no offer for a link that is none
 */
export const readLinkedOfferWithLedger = async (
  table: Table,
  { offer_id, secret, parent_id }: Pick<TakeOfferByLink, 'offer_id' | 'secret' | 'parent_id'>,
): Promise<OfferWithLedger> => {
  const [offer, link] = [offerRef(offer_id), offerLinkRef(offer_id, secret)];
  const ledger = parent_id && familyLedgerRef(parent_id);
  const read = await batchRead(table, [offer, link, ...(ledger ? [ledger] : [])], { consistent: true });
  const linked = read(link) && read(offer);
  const isOfFamily = linked !== undefined && linked.parent_id === parent_id;
  return { offer: linked, ledger: ledger && isOfFamily ? read(ledger) : undefined };
};
