import { coachingChange } from '#shared/domain/coaches/coaching-change';
import { toCalendarDate } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import type { ClassDraft } from '#shared/schemas/class-draft';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { SlotId, UserId } from '#shared/schemas/ids';
import type { Venue } from '#shared/schemas/venue';
import { auditEventPut } from '../data/audit/activity.ts';
import { asManaged } from '../data/classes/classes.ts';
import { listAgain } from '../data/classes/current-classes.ts';
import { publishDraft } from '../data/classes/drafts.ts';
import { coachingMessage } from '../data/coaches/coaching-message.ts';
import { sameVenue } from '../data/venues/venues.ts';
import type { TimedDeps } from '../timed-deps.ts';
import { enteredClass } from './entered-class.ts';

/** Places of a slot that are reserved for the children of a slot of the class before. */
interface ReservedPlaces {
  readonly places: number;
  readonly from: SlotId;
}

interface Publishing {
  readonly venue: Venue;
  readonly by: UserId;
  /** Of each slot of the draft, by its index. */
  readonly reserved?: readonly (ReservedPlaces | undefined)[];
}

/**
 * Makes a draft a class that everybody sees, and logs it, in one transaction (TRM-01). Reserved places are held from the
 * first moment (TRM-03).
 * @returns undefined where draft or venue was changed since it was read
 */
export const publishAsClass = async (
  draft: ClassDraft,
  { venue, by, reserved = [] }: Publishing,
  { table, clock, timeZone }: TimedDeps,
): Promise<ManagedClass | undefined> => {
  const now = clock();
  const entered = enteredClass(draft.form, { id: draft.id, venue, by, now });
  const cls = {
    ...entered,
    planned_from: draft.planned_from,
    time_slots: entered.time_slots.map((slot, index) => {
      const { places = 0, from } = reserved[index] ?? {};
      if (places === 0 || !from) return slot;
      const list = { waiting: 0, kept: 0, list_version: 1 };
      return {
        ...slot,
        ...list,
        current_bookings: places,
        held: places,
        reserved: places,
        reserved_for: from,
      };
    }),
  };
  const event = { actor_id: by, action: 'class.published', subject_id: cls.id, class_id: cls.id } as const;
  const coaching = coachingChange({ after: cls }, toCalendarDate(now, timeZone));
  const writes = [
    auditEventPut(table, now, event),
    sameVenue(table, venue),
    ...coachingMessage(table, coaching, { classId: cls.id, cause: 'published', by, at: instantOf(now) }),
  ];
  if ((await publishDraft(table, draft, cls, writes)) !== 'done') return undefined;
  // Its id is as old as the draft: the listing may begin after it.
  await listAgain(table, cls.id);
  return asManaged(cls);
};
