import type { Activity, ActivityEntry } from '#shared/schemas/activity';
import { type ClassId, type UserId, userIdSchema } from '#shared/schemas/ids';
import { classRef } from '../classes/classes.ts';
import { batchRead } from '../dynamo/batch-get.ts';
import type { ItemRef } from '../dynamo/item-ref.ts';
import { profileRef } from '../families/stored-profile.ts';
import type { Table } from '../table.ts';

const nameRef = (userId: UserId): ItemRef<string> => {
  const { key, fromItem } = profileRef(userId);
  return { key, fromItem: (item) => fromItem(item).full_name };
};

const venueRef = (classId: ClassId): ItemRef<string> => {
  const { key, fromItem } = classRef(classId);
  return { key, fromItem: (item) => fromItem(item).venue };
};

/** What an entry is about: the class it belongs to, or a person. */
const labelRef = ({ class_id, subject_id }: Activity): ItemRef<string> =>
  class_id ? venueRef(class_id) : nameRef(userIdSchema.parse(subject_id));

/** Adds names to the ids of entries; null for what was deleted. One BatchGetItem per 100 different ones. */
export const describeActivity = async (
  table: Table,
  entries: readonly Activity[],
): Promise<ActivityEntry[]> => {
  const refs = entries.flatMap((entry) => [nameRef(entry.actor_id), labelRef(entry)]);
  const read = await batchRead(table, refs, { consistent: false });
  return entries.map((entry) => ({
    ...entry,
    actor_name: read(nameRef(entry.actor_id)) ?? null,
    subject_label: read(labelRef(entry)) ?? null,
  }));
};
