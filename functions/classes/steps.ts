import type { Venue } from '#shared/classes/class';
import {
  type ClassDraft,
  type CreateClass,
  isPictureAllowed,
  mergedClassSchema,
  pictureHostsText,
} from '#shared/classes/class-input';
import type { ManagedClass } from '#shared/classes/managed-class';
import { opensAfterLastSession, opensTooLate } from '#shared/classes/openings';
import { savedClassPrice } from '#shared/classes/pricing';
import { toCalendarDate } from '#shared/lib/business-time';
import type { ClassId, SlotId, UserId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { coachingChange } from '#shared/messages/changes';
import type { AdminDeps, TimedDeps } from '../lib/deps.ts';
import { problem } from '../lib/http/problem-error.ts';
import { newSlotId } from '../lib/ids.ts';
import { coachingMessage } from '../messages/messages.ts';
import { auditEventPut } from '../school/activity.ts';
import { asManaged, type NewClass } from './classes.ts';
import { listAgain } from './current-classes.ts';
import { publishDraft } from './drafts.ts';
import { sameVenue, venueOfClass } from './venues.ts';

interface Creation {
  readonly id: ClassId;
  readonly venue: Venue;
  readonly by: UserId;
  readonly now: Date;
}

export const enteredClass = (
  { venue_id: _, ...entered }: CreateClass,
  { id, venue, by, now }: Creation,
): NewClass => ({
  ...entered,
  ...venueOfClass(venue),
  id,
  price: savedClassPrice(entered, entered.weekly_rate),
  trial_price: null,
  session_changes: [],
  created_by: by,
  created_at: instantOf(now),
  time_slots: entered.time_slots.map((slot) => ({
    ...slot,
    id: newSlotId(now),
    class_id: id,
    current_bookings: 0,
    calendar_version: 0,
  })),
});

interface ReservedPlaces {
  readonly places: number;
  readonly from: SlotId;
}

interface Publishing {
  readonly venue: Venue;
  readonly by: UserId;
  /** In the order of the draft's slots. */
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
  if ((await publishDraft(table, draft, cls, writes)).outcome !== 'done') return undefined;
  // Its id is as old as the draft: the listing may begin after it.
  await listAgain(table, cls.id);
  return asManaged(cls);
};

/** Refuses a class that would open when no session is left (TRM-11). @throws ProblemError invalidRequest */
export const checkOpenings = (
  form: Parameters<typeof opensAfterLastSession>[0] & Parameters<typeof opensAfterLastSession>[1],
  { timeZone }: { readonly timeZone: string },
): void => {
  if (!opensAfterLastSession(form, form, timeZone)) return;
  throw problem('invalidRequest', {}, { issues: [{ field: 'opens_at', message: opensTooLate }] });
};

export const checkMerged = <Values extends Parameters<typeof checkOpenings>[0]>(
  values: Values,
  { timeZone }: { readonly timeZone: string },
): Values => {
  const { error } = mergedClassSchema.safeParse(values);
  const issues = error?.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  if (issues) throw problem('invalidRequest', {}, { issues });
  checkOpenings(values, { timeZone });
  return values;
};

/** Refuses a picture on a host that the deployment does not allow: a schema has no settings. @throws invalidRequest */
export const checkPicture = (
  address: string | null | undefined,
  { pictureHosts }: Pick<AdminDeps, 'pictureHosts'>,
): void => {
  if (!address || isPictureAllowed(address, pictureHosts)) return;
  const issue = { field: 'image_url', message: pictureHostsText(pictureHosts) };
  throw problem('invalidRequest', {}, { issues: [issue] });
};
