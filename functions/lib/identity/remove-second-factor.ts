import type { UserId } from '#shared/schemas/ids';
import type { ExtraWrites } from '../../data/extra-writes.ts';
import { removeStoredFactor, type StoredSecondFactor } from '../../data/families/second-factor.ts';
import type { Table } from '../../data/table.ts';
import { busy } from '../http/problem-error.ts';
import { deleteAuthenticator } from './second-factor.ts';
import type { UserPool } from './user-pool.ts';
import { endSessions } from './users.ts';

interface Removal {
  readonly userId: UserId;
  /** As it was read; undefined where the table has none, and the user pool may have one whose set-up was not completed. */
  readonly seen: StoredSecondFactor | undefined;
  /** What tells of it, in the transaction of the last step. */
  readonly writes: ExtraWrites;
}

/**
 * Removes the second factor of an account and ends all its sessions. The table is last: after an interruption the same
 * request, with the same recovery code, completes it, and what tells of it is stored once.
 * @throws ProblemError busy
 */
export const removeSecondFactor = async (
  { userId, seen, writes }: Removal,
  { table, userPool }: { readonly table: Table; readonly userPool: UserPool },
): Promise<void> => {
  await deleteAuthenticator(userPool, userId);
  await endSessions(userPool, userId);
  const outcome = await removeStoredFactor(table, userId, seen, writes);
  if (outcome === 'busy') throw busy();
};
