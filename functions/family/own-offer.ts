import type { UserId } from '#shared/schemas/ids';
import type { StoredOffer } from '../data/waiting/stored-offer.ts';
import { problem } from '../lib/http/problem-error.ts';

/** An offer to a family; that of another one is not found. @throws ProblemError offerNotFound */
export const requireOwnOffer = (offer: StoredOffer | undefined, parentId: UserId): StoredOffer => {
  if (offer?.parent_id !== parentId) throw problem('offerNotFound');
  return offer;
};
