import type { FamilyId, UserId } from '#shared/lib/ids';
import type { ItemRef } from '../lib/dynamo/items.ts';
import { batchRead, type ReadEntity } from '../lib/dynamo/reads.ts';
import type { Table } from '../lib/table.ts';
import { familyRef, hasMember } from './stored-families.ts';

/** A member for whose family something is read. */
export interface ActingMember {
  readonly userId: UserId;
  readonly familyId: FamilyId;
  /** Given where only the token names the family (`FamilyCaller`). */
  readonly confirmFamily?: (isMember: boolean) => void;
}

/**
 * Reads items consistently. The same request reads the family of a caller whose token alone names it, and confirms that the
 * caller is a member (FID-02).
 * @param caller undefined where nobody of a family acts
 */
export const readConfirmed = async (
  table: Table,
  caller: ActingMember | undefined,
  refs: readonly ItemRef<unknown>[],
): Promise<ReadEntity> => {
  if (!caller?.confirmFamily) return batchRead(table, refs, { consistent: true });
  const family = familyRef(caller.familyId);
  const read = await batchRead(table, [...refs, family], { consistent: true });
  caller.confirmFamily(hasMember(read(family), caller.userId));
  return read;
};
