import { type ClassId, familyIdSchema, userIdSchema, venueIdSchema } from '#shared/lib/ids';
import { programmes } from '#shared/programmes';
import type { Activity, NamedActivity } from '#shared/school/activity';
import { readProfileNames } from '../accounts/accounts.ts';
import { readFamilyNames } from '../accounts/stored-families.ts';
import { classRef } from '../classes/classes.ts';
import { draftRef } from '../classes/drafts.ts';
import { venueRef } from '../classes/venues.ts';
import type { ItemRef } from '../lib/dynamo/items.ts';
import { batchRead } from '../lib/dynamo/reads.ts';
import type { Table } from '../lib/table.ts';

const venueOfClassRef = (classId: ClassId): ItemRef<string> => {
  const { key, fromItem } = classRef(classId);
  return { key, fromItem: (item) => fromItem(item).venue };
};

/** A draft has no copy of its venue: its programme names it. */
const programmeOfDraftRef = (classId: ClassId): ItemRef<string> => {
  const { key, fromItem } = draftRef(classId);
  return { key, fromItem: (item) => `${programmes[fromItem(item).form.class_type].name} (draft)` };
};

/** The subject of an entry is named by its class, draft or venue. */
const labelRefs = ({ action, class_id, subject_id }: Activity): ItemRef<string>[] => {
  if (class_id && action.startsWith('class.draft'))
    return [venueOfClassRef(class_id), programmeOfDraftRef(class_id)];
  if (class_id) return [venueOfClassRef(class_id)];
  if (!action.startsWith('venue.')) return [];
  const { key, fromItem } = venueRef(venueIdSchema.parse(subject_id));
  return [{ key, fromItem: (item) => fromItem(item).name }];
};

/** Readers, messages and invitations are neither accounts nor families. */
const subjectOf = ({ class_id, subject_id }: Activity) =>
  class_id
    ? {}
    : { account: userIdSchema.safeParse(subject_id).data, family: familyIdSchema.safeParse(subject_id).data };

/** Null for what was deleted. Four BatchGetItem per 100 different ones. */
export const describeActivity = async (
  table: Table,
  entries: readonly Activity[],
): Promise<NamedActivity[]> => {
  const subjects = entries.map(subjectOf);
  const [read, nameOf, familyNameOf] = await Promise.all([
    batchRead(table, entries.flatMap(labelRefs), { consistent: false }),
    readProfileNames(table, [
      ...entries.map(({ actor_id }) => actor_id),
      ...subjects.flatMap(({ account }) => account ?? []),
    ]),
    readFamilyNames(table, [
      ...entries.flatMap(({ family_id }) => family_id ?? []),
      ...subjects.flatMap(({ family }) => family ?? []),
    ]),
  ]);
  const labelOf = (entry: Activity): string | null => {
    const { account, family } = subjectOf(entry);
    if (account) return nameOf(account);
    if (family) return familyNameOf(family);
    return (
      labelRefs(entry)
        .map(read)
        .find((label) => label !== undefined) ?? null
    );
  };
  return entries.map((entry) => ({
    ...entry,
    actor_name: nameOf(entry.actor_id),
    subject_label: labelOf(entry),
    family_name: entry.family_id ? familyNameOf(entry.family_id) : null,
  }));
};
