import type { KeptPreview } from '#shared/schemas/term-plan';
import { listDrafts } from '../../data/classes/drafts.ts';
import { listManagedClasses } from '../../data/classes/managed-classes.ts';
import { describeRenewing } from '../../data/joins/renewing-children.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { readKeptBookings } from '../../lib/terms/kept-bookings.ts';
import type { AdminDeps } from '../deps.ts';

/** For whom places would be kept in drafts (TRM-03). One consistent Query for each slot of the classes before. */
export const getKeptPreview: Operation<'getKeptPreview', AdminDeps> = async ({ body }, { table }) => {
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
          without: await describeRenewing(
            table,
            slots.flatMap(({ without }) => without),
          ),
        };
      }),
  );
  return { classes };
};
