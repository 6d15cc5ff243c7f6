import { type ClassId, type UserId, userIdSchema, venueIdSchema } from '#shared/lib/ids';
import { programmes } from '#shared/programmes';
import type { Activity, ActivityEntry } from '#shared/school/activity';
import { profileRef } from '../accounts/profiles.ts';
import { classRef } from '../classes/classes.ts';
import { draftRef } from '../classes/drafts.ts';
import { venueRef } from '../classes/venues.ts';
import type { ItemRef } from '../lib/dynamo/items.ts';
import { batchRead } from '../lib/dynamo/reads.ts';
import type { Table } from '../lib/table.ts';

const nameRef = (userId: UserId): ItemRef<string> => {
  const { key, fromItem } = profileRef(userId);
  return { key, fromItem: (item) => fromItem(item).full_name };
};

const venueOfClassRef = (classId: ClassId): ItemRef<string> => {
  const { key, fromItem } = classRef(classId);
  return { key, fromItem: (item) => fromItem(item).venue };
};

/** A draft has no copy of its venue: its programme names it. */
const programmeOfDraftRef = (classId: ClassId): ItemRef<string> => {
  const { key, fromItem } = draftRef(classId);
  return { key, fromItem: (item) => `${programmes[fromItem(item).form.class_type].name} (draft)` };
};

/** Actions whose subject is neither a class nor an account. */
const withoutName: ReadonlySet<Activity['action']> = new Set([
  'reader.removed',
  'admin.invited',
  'admin.invitation-withdrawn',
  'coach.invited',
  'coach.invitation-withdrawn',
  'message.sent',
  'message.resent',
  'families.reminded',
  'families.imported',
  'families.import-undone',
  'families.invited',
  'settings.updated',
]);

/** What an entry is about: the class it belongs to, or its draft, a venue, or the holder of an account. Others are none. */
const labelRefs = ({ action, class_id, subject_id }: Activity): ItemRef<string>[] => {
  if (class_id && action.startsWith('class.draft'))
    return [venueOfClassRef(class_id), programmeOfDraftRef(class_id)];
  if (class_id) return [venueOfClassRef(class_id)];
  if (action.startsWith('venue.')) {
    const { key, fromItem } = venueRef(venueIdSchema.parse(subject_id));
    return [{ key, fromItem: (item) => fromItem(item).name }];
  }
  return withoutName.has(action) ? [] : [nameRef(userIdSchema.parse(subject_id))];
};

/** Adds names to the ids of entries; null for what was deleted. One BatchGetItem per 100 different ones. */
export const describeActivity = async (
  table: Table,
  entries: readonly Activity[],
): Promise<ActivityEntry[]> => {
  const refs = entries.flatMap((entry) => [
    nameRef(entry.actor_id),
    ...labelRefs(entry),
    ...(entry.family_id ? [nameRef(entry.family_id)] : []),
  ]);
  const read = await batchRead(table, refs, { consistent: false });
  const labelOf = (entry: Activity): string | null =>
    labelRefs(entry)
      .map(read)
      .find((label) => label !== undefined) ?? null;
  return entries.map((entry) => ({
    ...entry,
    actor_name: read(nameRef(entry.actor_id)) ?? null,
    subject_label: labelOf(entry),
    family_name: (entry.family_id && read(nameRef(entry.family_id))) ?? null,
  }));
};
