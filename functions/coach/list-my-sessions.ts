import { ascending } from '#shared/domain/lists/ascending';
import { sessionsOf } from '#shared/domain/sessions/sessions';
import { toCalendarDate } from '#shared/domain/time/business-time';
import { addDays } from '#shared/domain/time/calendar';
import { limits } from '#shared/limits';
import type { SessionKey } from '#shared/schemas/cancellation';
import { listManagedClasses } from '../data/classes/managed-classes.ts';
import { listCovers } from '../data/coaches/covers.ts';
import { readRegisters } from '../data/joins/registers.ts';
import type { Operation } from '../lib/http/create-handler.ts';
import type { TimedDeps } from '../timed-deps.ts';
import { type OwnSession, ownSession } from './own-sessions.ts';
import { toCoachSession } from './to-coach-session.ts';

const keyOf = ({ class_id, slot_id, date }: SessionKey): string => `${date} ${class_id} ${slot_id}`;

const byStart = (one: OwnSession, other: OwnSession): number =>
  ascending(one.times.opens_at, other.times.opens_at) || ascending(one.slot.id, other.slot.id);

/**
 * The caller's sessions of today and the next seven days, and those of yesterday, whose registers are open (COA-04). It
 * counts children and tells nothing about one.
 */
export const listMySessions: Operation<'listMySessions', TimedDeps> = async ({ caller }, deps) => {
  const { table, clock, timeZone } = deps;
  const today = toCalendarDate(clock(), timeZone);
  const [from, until] = [addDays(today, -1), addDays(today, limits.coachDaysAhead)];
  const [classes, covers] = await Promise.all([
    listManagedClasses(table, { consistent: true }),
    listCovers(table, from),
  ]);
  const coverOf = new Map(covers.map((cover) => [keyOf(cover), cover]));
  const own = classes
    .flatMap((cls) =>
      cls.time_slots.flatMap((slot) =>
        sessionsOf(cls, slot)
          .filter(({ date }) => date >= from && date <= until)
          .flatMap(({ date }) => {
            const cover = coverOf.get(keyOf({ class_id: cls.id, slot_id: slot.id, date }));
            return ownSession(caller, { cls, slot, date, cover }, timeZone) ?? [];
          }),
      ),
    )
    .toSorted(byStart);
  const registers = await readRegisters(table, own);
  return { sessions: own.map((session, index) => toCoachSession(session, registers[index]?.children ?? [])) };
};
