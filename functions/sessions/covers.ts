import type { ManagedClass } from '#shared/classes/managed-class';
import { addDays } from '#shared/lib/calendar';
import type { UserId } from '#shared/lib/ids';
import type { CalendarDate } from '#shared/lib/values';
import type { SessionKey } from '#shared/sessions/admin-routes';
import { type Cover, coverSchema } from '#shared/sessions/calendar-rules';
import type { TimeSlot } from '#shared/sessions/slot';
import { listCoaches } from '../accounts/coaches.ts';
import { deleteWrite, isNew, putWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, itemParser, tableSchema, toEpochSeconds } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { coverKey, coversPartition } from '../lib/dynamo/keys-of-classes.ts';
import { getItem, inPartition, queryAs } from '../lib/dynamo/reads.ts';
import { sendTransaction, type TransactionOutcome } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';

// Days after the session: for the register's time and a month of questions.
const daysAfterSession = 30;

/** Undefined where nobody stands in. One consistent read. */
export const getCover = (table: Table, session: SessionKey): Promise<Cover | undefined> =>
  getItem(table, { key: coverKey(session), fromItem: itemParser(coverSchema) });

/** Ascending by date. One consistent Query. */
export const listCovers = (table: Table, from: CalendarDate): Promise<Cover[]> =>
  queryAs(table, itemParser(coverSchema), {
    ...inPartition(coversPartition, { from }),
    ConsistentRead: true,
  });

const coverWrite = (table: Table, { coach_ids, ...session }: Cover, before: Cover | undefined): Write => {
  const unchanged = { if: before ? { coach_ids: before.coach_ids } : isNew };
  const key = coverKey(session);
  if (coach_ids.length === 0) return deleteWrite(table, key, unchanged);
  const item = {
    ...key,
    [entityAttribute]: 'cover',
    ...session,
    coach_ids,
    [tableSchema.timeToLiveAttribute]: toEpochSeconds(new Date(addDays(session.date, daysAfterSession))),
  };
  return putWrite(table, item, unchanged);
};

export const storeCover = (
  table: Table,
  cover: Cover,
  before: Cover | undefined,
  extraWrites: ExtraWrites,
): Promise<TransactionOutcome> => sendTransaction(table, [coverWrite(table, cover, before), ...extraWrites]);

export interface ClassSession {
  readonly cls: ManagedClass;
  readonly slot: TimeSlot;
  readonly date: CalendarDate;
}

export const readCoachIds = async (table: Table): Promise<ReadonlySet<UserId>> =>
  new Set((await listCoaches(table)).flatMap(({ id, pending }) => (pending ? [] : [id])));

/** Returns the class's coaches and those who stand in, with the role. Two Queries. */
export const readSessionCoaches = async <Session extends ClassSession>(
  table: Table,
  sessions: readonly Session[],
): Promise<ReadonlyMap<UserId, readonly Session[]>> => {
  const [from] = sessions.map(({ date }) => date).toSorted();
  if (!from) return new Map();
  const [coaches, covers] = await Promise.all([readCoachIds(table), listCovers(table, from)]);
  const own = new Map<UserId, Session[]>();
  for (const session of sessions) {
    const { cls, slot, date } = session;
    const cover = covers.find((one) => one.slot_id === slot.id && one.date === date);
    for (const id of new Set([...cls.coach_ids, ...(cover?.coach_ids ?? [])]))
      if (coaches.has(id)) own.set(id, [...(own.get(id) ?? []), session]);
  }
  return own;
};
