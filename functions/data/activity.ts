import { type Activity, activitySchema } from '#shared/schemas/activity';
import { instantSchema } from '#shared/schemas/values';
import { newActivityId } from './ids.ts';
import { activityKey } from './keys.ts';
import type { Write } from './send-transaction.ts';
import { entityAttribute, type Table } from './table.ts';

/** What was done and by whom. */
export type Deed = Pick<Activity, 'actor_id' | 'action' | 'subject_id'> &
  Partial<Pick<Activity, 'class_id' | 'fields'>>;

/** The write that logs a deed; it goes into the very transaction that does it. */
export const logDeed = (table: Table, now: Date, deed: Deed): Write => {
  const activity: Activity = {
    id: newActivityId(now),
    at: instantSchema.parse(now.toISOString()),
    class_id: null,
    fields: [],
    ...deed,
  };
  return {
    Put: {
      TableName: table.name,
      Item: {
        ...activityKey(activity.id, activity.at),
        [entityAttribute]: 'activity',
        ...activitySchema.parse(activity),
      },
      // Append-only: an entry is never written over.
      ConditionExpression: 'attribute_not_exists(PK)',
    },
  };
};
