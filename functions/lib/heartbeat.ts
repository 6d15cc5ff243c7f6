import { instantOf } from '#shared/lib/values';
import { entityAttribute, tableSchema, toEpochSeconds } from './dynamo/items.ts';
import { heartbeatKey } from './dynamo/keys-of-classes.ts';
import { putItem } from './dynamo/writes.ts';
import type { Table } from './table.ts';

export const heartbeatEntity = 'heartbeat';

/** The stream keeps its records for a day. */
const lifetimeSeconds = 24 * 3_600;

/** An item without effect invokes the stream's functions: an alarm rings where one is not invoked (OPS-05). */
export const storeHeartbeat = async (table: Table, now: Date): Promise<void> => {
  await putItem(table, {
    ...heartbeatKey(instantOf(now)),
    [entityAttribute]: heartbeatEntity,
    [tableSchema.timeToLiveAttribute]: toEpochSeconds(now) + lifetimeSeconds,
  });
};
