import { listManagedClasses } from '#functions/data/classes/managed-classes';
import { storeCover } from '#functions/data/coaches/covers';
import { readRegisters } from '#functions/data/joins/registers';
import { storeMark } from '#functions/data/registers/registers';
import type { TimedDeps } from '#functions/timed-deps';
import { hasBegun, nextUpcomingDate, sessionsOf } from '#shared/domain/sessions/sessions';
import { businessMoment, toInstant } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import { minuteMs } from '#shared/domain/time/milliseconds';
import type { Family } from '#shared/schemas/profile';
import { type Attendance, markIdSchema } from '#shared/schemas/register';

/** Every fifth child was absent, every seventh late. */
const attendanceOf = (index: number): Attendance => {
  if (index % 5 === 3) return 'absent';
  return index % 7 === 5 ? 'late' : 'present';
};

/** Marks the sessions before today of the coaches' classes, and has each coach stand in for the next one. */
export const markRegisters = async (coaches: readonly Family[], deps: TimedDeps): Promise<void> => {
  const { table, clock, timeZone } = deps;
  const moment = businessMoment(clock(), timeZone);
  const classes = (await listManagedClasses(table)).filter(({ coach_ids }) => coach_ids.length > 0);
  let count = 0;
  for (const cls of classes) {
    const [by] = cls.coach_ids;
    const other = coaches.find(({ profile }) => profile.id !== by)?.profile.id;
    const sessions = cls.time_slots.flatMap((slot) =>
      sessionsOf(cls, slot)
        .filter(({ date, state }) => state === 'on' && date < moment.today && hasBegun(date, slot, moment))
        .map(({ date }) => ({ cls, slot, date })),
    );
    const registers = await readRegisters(table, sessions);
    for (const [at, { slot, date }] of sessions.entries()) {
      const tapped = instantOf(new Date(toInstant(date, slot.start_time, timeZone).getTime() + 5 * minuteMs));
      for (const [index, { parent_id, child_id }] of (registers[at]?.children ?? []).entries()) {
        count += 1;
        const id = markIdSchema.parse(`mrk_${String(count).padStart(16, '0')}`);
        if (by)
          await storeMark(
            table,
            { slot_id: slot.id, date, parent_id, child_id },
            {
              ...{ id, attendance: attendanceOf(index), at: tapped, received_at: tapped },
              ...{ by, reason: null },
            },
          );
      }
    }
    const slot = cls.time_slots.at(-1);
    const date = slot && nextUpcomingDate(cls, slot, moment);
    if (slot && date && other) {
      const session = { class_id: cls.id, slot_id: slot.id, date };
      await storeCover(table, { ...session, coach_ids: [other] }, undefined, []);
    }
  }
};
