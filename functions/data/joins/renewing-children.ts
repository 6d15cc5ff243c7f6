import type { Child } from '#shared/schemas/child';
import type { ChildId, UserId } from '#shared/schemas/ids';
import type { RenewingChild } from '#shared/schemas/term-plan';
import type { StoredBooking } from '../bookings/bookings.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import { childRef } from '../families/children.ts';
import { profileRef } from '../families/stored-profile.ts';
import type { Table } from '../table.ts';

type ChildIds = Pick<StoredBooking, 'parent_id' | 'child_id'>;

/** Children by their ids; the look-up gives undefined for one that was removed. One round trip for each hundred. */
export const readRenewingChildren = async (
  table: Table,
  children: readonly ChildIds[],
): Promise<(parentId: UserId, childId: ChildId) => Child | undefined> => {
  const refs = children.map(({ parent_id, child_id }) => childRef(parent_id, child_id));
  const read = await batchRead(table, refs, { consistent: true });
  return (parentId, childId) => read(childRef(parentId, childId));
};

/** Children with whom to call, in their order. One round trip for each hundred. */
export const describeRenewing = async (
  table: Table,
  children: readonly Pick<StoredBooking, 'parent_id' | 'child_name'>[],
): Promise<RenewingChild[]> => {
  const refs = children.map(({ parent_id }) => profileRef(parent_id));
  const profileOf = await batchRead(table, refs, { consistent: false });
  return children.map(({ parent_id, child_name }) => {
    const profile = profileOf(profileRef(parent_id));
    return {
      ...{ parent_id, child_name },
      parent_name: profile?.full_name ?? '',
      phone_number: profile?.phone_number ?? '',
    };
  });
};
