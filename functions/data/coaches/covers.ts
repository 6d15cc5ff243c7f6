import { addDays } from '#shared/domain/time/calendar';
import type { SessionKey } from '#shared/schemas/cancellation';
import { type Cover, coverSchema } from '#shared/schemas/cover';
import type { CalendarDate } from '#shared/schemas/values';
import { getItem } from '../dynamo/get-item.ts';
import type { Item } from '../dynamo/item-ref.ts';
import { coverKey, coversPartition } from '../dynamo/keys/coaches.ts';
import { inPartition, queryAll } from '../dynamo/query.ts';
import { sendTransaction, type TransactionOutcome, type Write } from '../dynamo/send-transaction.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import type { Table } from '../table.ts';

const coverFromItem = (item: Item): Cover => coverSchema.parse(item);

/** How long a cover is kept after its session, in days: for the register's time and a month of questions. */
const keptDays = 30;

/** Who stands in at a session; undefined for nobody. One consistent read. */
export const getCover = (table: Table, session: SessionKey): Promise<Cover | undefined> =>
  getItem(table, { key: coverKey(session), fromItem: coverFromItem });

/** Those who stand in from a date on, ascending by date. One consistent Query. */
export const listCovers = async (table: Table, from: CalendarDate): Promise<Cover[]> =>
  (await queryAll(table, { ...inPartition(coversPartition, { from }), ConsistentRead: true })).map(
    coverFromItem,
  );

/** The write that names those who stand in at a session; refused where they are not those that were read. */
const coverWrite = (table: Table, { coach_ids, ...session }: Cover, before: Cover | undefined): Write => {
  const unchanged = before
    ? {
        ConditionExpression: 'coach_ids = :before',
        ExpressionAttributeValues: { ':before': before.coach_ids },
      }
    : { ConditionExpression: 'attribute_not_exists(PK)' };
  const Key = coverKey(session);
  if (coach_ids.length === 0) return { Delete: { TableName: table.name, Key, ...unchanged } };
  const Item = {
    ...Key,
    [entityAttribute]: 'cover',
    ...session,
    coach_ids,
    [tableSchema.timeToLiveAttribute]: toEpochSeconds(new Date(addDays(session.date, keptDays))),
  };
  return { Put: { TableName: table.name, Item, ...unchanged } };
};

/**
 * Names those who stand in at a session, and stores the extra writes, all or nothing. Refused where they are not those that
 * were read.
 */
export const storeCover = async (
  table: Table,
  cover: Cover,
  before: Cover | undefined,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome['outcome']> =>
  (await sendTransaction(table, [coverWrite(table, cover, before), ...extraWrites])).outcome;
