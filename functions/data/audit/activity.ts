import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { type Activity, activitySchema } from '#shared/schemas/activity';
import type { ActivityId } from '#shared/schemas/ids';
import { instantSchema } from '#shared/schemas/values';
import { activityKey, activityPartition } from '../dynamo/keys.ts';
import type { Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, type Table } from '../dynamo/table.ts';
import { newActivityId, timeOfId } from '../ids.ts';

/** What was changed and by whom, as the caller gives it. */
export type AuditEvent = Pick<Activity, 'actor_id' | 'action' | 'subject_id'> &
  Partial<Pick<Activity, 'class_id' | 'fields'>>;

/** The write of an audit event, for the transaction that makes the change. */
export const auditEventPut = (table: Table, now: Date, event: AuditEvent): Write => {
  const activity: Activity = {
    id: newActivityId(now),
    at: instantSchema.parse(now.toISOString()),
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
      // Append-only: an entry is never written over.
      ConditionExpression: 'attribute_not_exists(PK)',
    },
  };
};

/** Nothing was logged before. */
const firstYear = 2025;

/** What was done, newest first: the latest, or what came before an entry. Reads no more than asked for. */
export const listActivity = async (
  table: Table,
  { before, now, limit }: { before: ActivityId | undefined; now: Date; limit: number },
): Promise<Activity[]> => {
  const activities: Activity[] = [];
  const latest = Math.min((before ? timeOfId(before) : now).getUTCFullYear(), now.getUTCFullYear());
  for (let year = latest; year >= firstYear; year -= 1) {
    const pages = paginateQuery(
      { client: table.client, pageSize: limit - activities.length },
      {
        TableName: table.name,
        KeyConditionExpression: before ? 'PK = :year AND SK < :before' : 'PK = :year',
        ExpressionAttributeValues: {
          ':year': activityPartition(String(year)).PK,
          ...(before && { ':before': before }),
        },
        ScanIndexForward: false,
      },
    );
    for await (const { Items = [] } of pages) {
      activities.push(...Items.map((item) => activitySchema.parse(item)));
      if (activities.length >= limit) return activities.slice(0, limit);
    }
  }
  return activities;
};
