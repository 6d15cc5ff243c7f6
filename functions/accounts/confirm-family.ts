import type { FamilyId, UserId } from '#shared/lib/ids';
import type { ItemRef } from '../lib/dynamo/items.ts';
import { batchRead, type ReadEntity } from '../lib/dynamo/reads.ts';
import type { Table } from '../lib/table.ts';
import { familyRef, hasMember } from './stored-families.ts';

export interface ActingMember {
  readonly userId: UserId;
  readonly familyId: FamilyId;
  /** Present where only the token names the family (`FamilyCaller`). */
  readonly confirmFamily?: (isMember: boolean) => void;
}

/** Confirms by the same request that the caller is a member of the family (FID-02). @param caller undefined for nobody */
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
