import type { Profile } from '#shared/schemas/profile';
import { endedBookingRef, type StoredEndedBooking } from '../bookings/ended-bookings.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import { listLateEndings } from '../endings/late-endings.ts';
import { profileRef } from '../families/stored-profile.ts';
import type { Table } from '../table.ts';

/** The most that one list shows: beyond, the first ones are to be decided first. */
const maxShown = 50;

/**
 * The late cancellations that are to be decided, with their families, oldest booking first. Those of a family that is being
 * deleted are left out. One Query, and one BatchGetItem for each 50.
 */
export const describeLateEndings = async (
  table: Table,
): Promise<(StoredEndedBooking & { readonly parent: Profile })[]> => {
  const late = await listLateEndings(table);
  if (late.length === 0) return [];
  const refs = late.map(({ parent_id, booking_id }) => ({
    record: endedBookingRef(parent_id, booking_id),
    profile: profileRef(parent_id),
  }));
  const read = await batchRead(
    table,
    refs.flatMap(({ record, profile }) => [record, profile]),
    { consistent: false },
  );
  const described = refs.flatMap(({ record, profile }) => {
    const parent = read(profile);
    if (!parent || parent.deleting) return [];
    const found = read(record);
    return found ? [{ ...found, parent }] : [];
  });
  return described.slice(0, maxShown);
};
