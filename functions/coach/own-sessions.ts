import { isOpenForCoaches, type RegisterTimes, registerTimes } from '#shared/domain/registers/register-times';
import { type Session, sessionsOf } from '#shared/domain/sessions/sessions';
import { instantOf } from '#shared/domain/time/instant-of';
import type { SessionKey } from '#shared/schemas/cancellation';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { Cover } from '#shared/schemas/cover';
import type { TimeSlot } from '#shared/schemas/slot';
import type { CalendarDate } from '#shared/schemas/values';
import { getManagedClass } from '../data/classes/managed-classes.ts';
import { getCover } from '../data/coaches/covers.ts';
import type { Caller } from '../lib/http/caller.ts';
import type { TimedDeps } from '../timed-deps.ts';

/** A session that the caller may see in a list, with the times of its register. */
export interface OwnSession {
  readonly cls: ManagedClass;
  readonly slot: TimeSlot;
  readonly date: CalendarDate;
  readonly session: Session;
  readonly times: RegisterTimes;
  /** Whether the caller stands in for others. */
  readonly isCover: boolean;
  /** An administrator, who is bound to no assignment and no time (COA-06). */
  readonly isOffice: boolean;
}

/**
 * Whether a session is the caller's: an administrator's always, a coach's by the class or as cover. The one place that
 * decides what a coach may read (COA-03); the time is decided by `isReadable`.
 */
export const ownSession = (
  { userId, role }: Pick<Caller, 'userId' | 'role'>,
  {
    cls,
    slot,
    date,
    cover,
  }: Pick<OwnSession, 'cls' | 'slot' | 'date'> & { readonly cover: Cover | undefined },
  timeZone: string,
): OwnSession | undefined => {
  const isAssigned = cls.coach_ids.includes(userId);
  const isCover = !isAssigned && (cover?.coach_ids.includes(userId) ?? false);
  const isOffice = role === 'admin';
  const session = sessionsOf(cls, slot).find((candidate) => candidate.date === date);
  if (!session || cls.deleting || !(isOffice || isAssigned || isCover)) return undefined;
  const times = registerTimes({ date, ...slot }, timeZone);
  return { cls, slot, date, session, times, isCover, isOffice };
};

/** Whether the register of a session can be read now. */
export const isReadable = ({ isOffice, times }: OwnSession, now: Date): boolean =>
  isOffice || isOpenForCoaches(times, instantOf(now));

/** A session that a request names, if it is the caller's. Two round trips at once: the class and the cover. */
export const findOwnSession = async (
  { table, timeZone }: TimedDeps,
  caller: Caller,
  key: SessionKey,
): Promise<OwnSession | undefined> => {
  const [cls, cover] = await Promise.all([getManagedClass(table, key.class_id), getCover(table, key)]);
  const slot = cls?.time_slots.find(({ id }) => id === key.slot_id);
  return cls && slot && ownSession(caller, { cls, slot, date: key.date, cover }, timeZone);
};
