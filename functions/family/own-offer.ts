import type { OfferId, UserId } from '#shared/schemas/ids';
import type { Table } from '../data/table.ts';
import { getOffer, type StoredOffer } from '../data/waiting/stored-offer.ts';
import { problem } from '../http/problem-error.ts';

/** An offer to a family; that of another one is not found. @throws ProblemError offerNotFound */
export const ownOffer = async (table: Table, parentId: UserId, offerId: OfferId): Promise<StoredOffer> => {
  const offer = await getOffer(table, offerId);
  if (offer?.parent_id !== parentId) throw problem('offerNotFound');
  return offer;
};
