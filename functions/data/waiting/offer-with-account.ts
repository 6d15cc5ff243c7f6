import type { OfferId, UserId } from '#shared/schemas/ids';
import { type FamilyAccount, familyAccountRef } from '../accounts/family-account.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import type { Table } from '../table.ts';
import { offerRef, type StoredOffer } from './stored-offer.ts';

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
