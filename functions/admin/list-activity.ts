import { pageSizes } from '#shared/limits';
import type { Activity, ActivityEntry } from '#shared/schemas/activity';
import { userIdSchema } from '#shared/schemas/ids';
import * as activities from '../data/audit/activity.ts';
import { classFromItem } from '../data/classes/classes.ts';
import { batchGet } from '../data/dynamo/batch-get.ts';
import { classKey, type Key, profileKey } from '../data/dynamo/keys.ts';
import type { Table } from '../data/dynamo/table.ts';
import { profileFromItem } from '../data/families/families.ts';
import type { Operation } from '../http/create-handler.ts';
import type { AdminDeps } from './deps.ts';

/** What an activity is about: the class it belongs to, or an account. */
const subjectKeyOf = ({ class_id, subject_id }: Activity): Key =>
  class_id ? classKey(class_id) : profileKey(userIdSchema.parse(subject_id));

/** Puts names to ids: one BatchGetItem per 100 different ones. */
const describe = async (table: Table, entries: readonly Activity[]): Promise<ActivityEntry[]> => {
  const keys = entries.flatMap((entry) => [profileKey(entry.actor_id), subjectKeyOf(entry)]);
  const item = await batchGet(table, keys, { consistent: false });
  const nameOf = (key: Key): string | null => {
    const found = item(key);
    return found ? profileFromItem(found).full_name : null;
  };
  const venueOf = (key: Key): string | null => {
    const found = item(key);
    return found ? classFromItem(found).venue : null;
  };
  return entries.map((entry) => ({
    ...entry,
    actor_name: nameOf(profileKey(entry.actor_id)),
    subject_label: (entry.class_id ? venueOf : nameOf)(subjectKeyOf(entry)),
  }));
};

/** Who changed what and when, newest first. */
export const listActivity: Operation<'listActivity', AdminDeps> = async ({ query }, { table, clock }) => {
  const limit = pageSizes.usual;
  const before = query.cursor;
  const found = await activities.listActivity(table, { before, now: clock(), limit: limit + 1 });
  const page = found.slice(0, limit);
  return {
    entries: await describe(table, page),
    next_cursor: found.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
};
