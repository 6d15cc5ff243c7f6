import type { ClassDraft } from '#shared/schemas/class-draft';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { UserId } from '#shared/schemas/ids';
import type { Venue } from '#shared/schemas/venue';
import { auditEventPut } from '../data/audit/activity.ts';
import { asManaged } from '../data/classes/classes.ts';
import { listAgain } from '../data/classes/current-classes.ts';
import { publishDraft } from '../data/classes/drafts.ts';
import type { Table } from '../data/table.ts';
import { sameVenue } from '../data/venues/venues.ts';
import { enteredClass } from './entered-class.ts';

interface Publishing {
  readonly venue: Venue;
  readonly by: UserId;
  /** How many places of each slot of the draft are reserved for children of the class before, by the slot's index. */
  readonly reserved?: readonly number[];
}

/**
 * Makes a draft a class that everybody sees, and logs it, in one transaction (TRM-01). Reserved places are held from the
 * first moment (TRM-03).
 * @returns undefined where draft or venue was changed since it was read
 */
export const publishAsClass = async (
  draft: ClassDraft,
  { venue, by, reserved = [] }: Publishing,
  { table, clock }: { readonly table: Table; readonly clock: () => Date },
): Promise<ManagedClass | undefined> => {
  const now = clock();
  const entered = enteredClass(draft.form, { id: draft.id, venue, by, now });
  const cls = {
    ...entered,
    planned_from: draft.planned_from,
    time_slots: entered.time_slots.map((slot, index) => {
      const held = reserved[index] ?? 0;
      return held > 0 ? { ...slot, current_bookings: held, held, waiting: 0, reserved: held } : slot;
    }),
  };
  const event = { actor_id: by, action: 'class.published', subject_id: cls.id, class_id: cls.id } as const;
  const writes = [auditEventPut(table, now, event), sameVenue(table, venue)];
  if ((await publishDraft(table, draft, cls, writes)) !== 'done') return undefined;
  // Its id is as old as the draft: the listing may begin after it.
  await listAgain(table, cls.id);
  return asManaged(cls);
};
