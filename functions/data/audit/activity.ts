import { instantOf } from '#shared/domain/time/instant-of';
import { type Activity, activitySchema } from '#shared/schemas/activity';
import type { ActivityId } from '#shared/schemas/ids';
import { activityKey, activityPartition } from '../dynamo/keys/activity.ts';
import { inPartition, type Query, queryFirst } from '../dynamo/query.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute } from '../dynamo/table-schema.ts';
import { newActivityId, timeOfId } from '../ids.ts';
import type { Table } from '../table.ts';

/** What was changed, and by whom. */
export type AuditEvent = Pick<Activity, 'actor_id' | 'action' | 'subject_id'> &
  Partial<Pick<Activity, 'class_id' | 'fields' | 'changes'>>;

/** The write of an audit event, for the transaction that makes the change. */
export const auditEventPut = (table: Table, now: Date, event: AuditEvent): Write => {
  const activity: Activity = {
    id: newActivityId(now),
    at: instantOf(now),
    class_id: null,
    fields: [],
    ...event,
  };
  return {
    Put: {
      TableName: table.name,
      Item: {
        ...activityKey(activity.id, activity.at),
        [entityAttribute]: 'activity',
        ...activitySchema.parse(activity),
      },
      // Append-only: no entry is overwritten.
      ConditionExpression: 'attribute_not_exists(PK)',
    },
  };
};

/** The log has no entries of earlier years. */
const firstYear = 2025;

function* yearQueries(latestYear: number, before: ActivityId | undefined): Generator<Query> {
  for (let year = latestYear; year >= firstYear; year -= 1) {
    yield {
      ...inPartition(activityPartition(String(year)), { before }),
      ScanIndexForward: false,
    };
  }
}

/** The newest entries, or those before an entry, newest first, at most `limit`. Reads no more than it gives. */
export const listActivity = async (
  table: Table,
  { before, now, limit }: { before: ActivityId | undefined; now: Date; limit: number },
): Promise<Activity[]> => {
  const latestYear = Math.min((before ? timeOfId(before) : now).getUTCFullYear(), now.getUTCFullYear());
  const items = await queryFirst(table, yearQueries(latestYear, before), limit);
  return items.map((item) => activitySchema.parse(item));
};
