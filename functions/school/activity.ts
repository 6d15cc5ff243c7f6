import type { ActivityId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { type Activity, activitySchema } from '#shared/school/activity';
import { isNew, putWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, itemParser } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { activityKey, activityPartition } from '../lib/dynamo/keys-of-people.ts';
import { inPartition, type Query, queryFirst } from '../lib/dynamo/reads.ts';
import { newActivityId, timeOfId } from '../lib/ids.ts';
import type { Table } from '../lib/table.ts';

export type AuditEvent = Pick<Activity, 'actor_id' | 'action' | 'subject_id'> &
  Partial<Pick<Activity, 'class_id' | 'family_id' | 'fields' | 'changes'>>;

/** Belongs in the transaction of the change. */
export const auditEventPut = (table: Table, now: Date, event: AuditEvent): Write => {
  const activity: Activity = {
    id: newActivityId(now),
    at: instantOf(now),
    class_id: null,
    fields: [],
    ...event,
  };
  return putWrite(
    table,
    {
      ...activityKey(activity.id, activity.at),
      [entityAttribute]: 'activity',
      ...activitySchema.parse(activity),
    },
    { if: isNew },
  );
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

export const listActivity = async (
  table: Table,
  { before, now, limit }: { before: ActivityId | undefined; now: Date; limit: number },
): Promise<Activity[]> => {
  const latestYear = Math.min((before ? timeOfId(before) : now).getUTCFullYear(), now.getUTCFullYear());
  const items = await queryFirst(table, yearQueries(latestYear, before), limit);
  return items.map(itemParser(activitySchema));
};

export const changedFields = (current: object, change: object): string[] =>
  Object.entries(change)
    .filter(([name, value]) => JSON.stringify(Reflect.get(current, name)) !== JSON.stringify(value))
    .map(([name]) => name);
