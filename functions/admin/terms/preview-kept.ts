import type { KeptPreview, RenewingChild } from '#shared/schemas/term-plan';
import type { StoredBooking } from '../../data/bookings/bookings.ts';
import { listDrafts } from '../../data/classes/drafts.ts';
import { listManagedClasses } from '../../data/classes/managed-classes.ts';
import { batchRead } from '../../data/dynamo/batch-get.ts';
import { profileRef } from '../../data/families/stored-profile.ts';
import type { Table } from '../../data/table.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { readKeptBookings } from '../../lib/terms/kept-bookings.ts';
import type { AdminDeps } from '../deps.ts';

/** Children with whom to call, the first booked first. */
export const describeChildren = async (
  table: Table,
  bookings: readonly Pick<StoredBooking, 'parent_id' | 'child_name'>[],
): Promise<RenewingChild[]> => {
  const refs = bookings.map(({ parent_id }) => profileRef(parent_id));
  const profileOf = await batchRead(table, refs, { consistent: false });
  return bookings.map(({ parent_id, child_name }) => {
    const profile = profileOf(profileRef(parent_id));
    return {
      ...{ parent_id, child_name },
      parent_name: profile?.full_name ?? '',
      phone_number: profile?.phone_number ?? '',
    };
  });
};

/** For whom places would be kept in drafts (TRM-03). One consistent Query for each slot of the classes before. */
export const previewKept: Operation<'previewKept', AdminDeps> = async ({ body }, { table }) => {
  const [drafts, stored] = await Promise.all([
    listDrafts(table),
    listManagedClasses(table, { consistent: true }),
  ]);
  const classes = await Promise.all(
    drafts
      .filter(({ id }) => body.draft_ids.includes(id))
      .map(async ({ id, form, planned_from }): Promise<KeptPreview> => {
        const before = stored.find((cls) => cls.id === planned_from?.class_id);
        const slots = before ? await readKeptBookings(table, before, form.time_slots) : [];
        return {
          class_id: id,
          held: slots.reduce((sum, { held }) => sum + held.length, 0),
          without: await describeChildren(
            table,
            slots.flatMap(({ without }) => without),
          ),
        };
      }),
  );
  return { classes };
};
