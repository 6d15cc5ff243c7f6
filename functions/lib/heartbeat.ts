import { instantOf } from '#shared/lib/values';
import { entityAttribute, tableSchema, toEpochSeconds } from './dynamo/items.ts';
import { heartbeatKey } from './dynamo/keys-of-classes.ts';
import { putItem } from './dynamo/writes.ts';
import type { Table } from './table.ts';

/** The value of the entity attribute on a heartbeat; the filters of all stream functions select it. */
export const heartbeatEntity = 'heartbeat';

/** The stream keeps its records for a day. */
const lifetimeSeconds = 24 * 3_600;

/**
 * Stores an item that does nothing, so that the functions which the stream feeds are invoked though nothing else happens: an
 * alarm rings where one is not (OPS-05).
 */
export const storeHeartbeat = async (table: Table, now: Date): Promise<void> => {
  await putItem(table, {
    ...heartbeatKey(instantOf(now)),
    [entityAttribute]: heartbeatEntity,
    [tableSchema.timeToLiveAttribute]: toEpochSeconds(now) + lifetimeSeconds,
  });
};
