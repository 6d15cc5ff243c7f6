import { deleteAbandonedFamily } from '../data/families/delete-family.ts';
import { holdAddress, type Registration } from '../data/registrations/registrations.ts';
import type { Attempt } from './attempt.ts';
import type { AccountDeps } from './deps.ts';

/**
 * Takes an address over from a registration that belongs to no user of the pool, or from none: from then on no other
 * attempt that is still under way can register it.
 * @returns false where somebody else registered or held it meanwhile
 */
export const displaceRegistration = async (
  attempt: Attempt,
  seen: Registration | undefined,
  { table }: AccountDeps,
): Promise<boolean> => {
  const { id, entered, now } = attempt;
  const holder = await holdAddress(table, entered.email, { attempt: id, seen, now });
  if (holder?.holder !== 'attempt' || holder.attempt !== id) return false;
  if (seen?.holder === 'account') await deleteAbandonedFamily(table, seen.userId);
  return true;
};
