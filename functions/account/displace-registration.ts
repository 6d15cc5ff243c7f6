import { deleteAbandonedFamily } from '../data/deletions/delete-family.ts';
import { holdAddress, type Registration } from '../data/registrations/registrations.ts';
import type { Attempt } from './attempt.ts';
import type { AccountDeps } from './deps.ts';

/**
 * Holds an address whose registration names no user of the pool, or that has no registration. From then on no other
 * attempt that is still under way can register it.
 * @returns false where another attempt registered or held the address since
 */
export const displaceRegistration = async (
  attempt: Attempt,
  seen: Registration | undefined,
  { table }: AccountDeps,
): Promise<boolean> => {
  const { id, entered, now } = attempt;
  const registration = await holdAddress(table, entered.email, { attempt: id, seen, now });
  if (registration?.holder !== 'attempt' || registration.attempt !== id) return false;
  if (seen?.holder === 'account') await deleteAbandonedFamily(table, seen.userId);
  return true;
};
