import type { ManagedClass } from '#shared/schemas/class-input';
import type { UserId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate } from '#shared/schemas/values';
import type { Table } from '../table.ts';
import { listCoaches } from './coaches.ts';
import { listCovers } from './covers.ts';

/** A session of a class. */
export interface ClassSession {
  readonly cls: ManagedClass;
  readonly slot: TimeSlot;
  readonly date: CalendarDate;
}

/** The accounts that have the role coach now. One consistent Query. */
export const readCoachIds = async (table: Table): Promise<ReadonlySet<UserId>> =>
  new Set((await listCoaches(table)).flatMap(({ id, pending }) => (pending ? [] : [id])));

/** Some sessions by their coaches: those of the class and those who stand in, with the role. Two Queries. */
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
