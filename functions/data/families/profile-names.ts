import type { UserId } from '#shared/schemas/ids';
import { batchRead } from '../dynamo/batch-get.ts';
import type { Table } from '../table.ts';
import { profileRef } from './stored-profile.ts';

/** The present names of some people; null for nobody, and for a deleted account. One BatchGetItem per 100. */
export const readProfileNames = async (
  table: Table,
  ids: readonly (UserId | null)[],
): Promise<(id: UserId | null) => string | null> => {
  const refs = ids.filter((id) => id !== null).map(profileRef);
  const read = await batchRead(table, refs, { consistent: false });
  return (id) => (id && read(profileRef(id))?.full_name) ?? null;
};
