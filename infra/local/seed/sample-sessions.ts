import { cancelBooking, listMyBookings } from '#functions/booking/family';
import { getTimeSlot, listManagedClasses } from '#functions/classes/classes';
import type { TimedDeps } from '#functions/lib/deps';
import { readRegisters } from '#functions/registers/register-lists';
import { storeMark } from '#functions/registers/registers';
import { type CancellationDeps, cancelSessions } from '#functions/sessions/admin-cancel';
import { storeCover } from '#functions/sessions/covers';
import type { FootballClass } from '#shared/classes/class';
import { businessMoment, toInstant } from '#shared/lib/business-time';
import { minuteMs } from '#shared/lib/durations';
import type { UserId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { type Attendance, markIdSchema } from '#shared/registers/register';
import { presetMakeUpDate } from '#shared/sessions/calendar-rules';
import { hasBegun, nextUpcomingDate, sessionsOf } from '#shared/sessions/sessions';
import { asAdmin, asHolder } from './put.ts';
import type { SampleFamily } from './world.ts';

const attendanceOf = (index: number): Attendance => {
  if (index % 5 === 3) return 'absent';
  return index % 7 === 5 ? 'late' : 'present';
};

export const markRegisters = async (coaches: readonly SampleFamily[], deps: TimedDeps): Promise<void> => {
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
        const mark = { id, attendance: attendanceOf(index), at: tapped, received_at: tapped, reason: null };
        if (by) await storeMark(table, { slot_id: slot.id, date, parent_id, child_id }, { ...mark, by });
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

export const cancelNext = async (
  cls: FootballClass,
  admin: UserId,
  deps: CancellationDeps,
): Promise<void> => {
  const [slot] = cls.time_slots;
  const now = deps.clock();
  const moment = businessMoment(now, deps.timeZone);
  const date = slot && nextUpcomingDate(cls, slot, moment);
  const makeUp = slot && presetMakeUpDate(cls, slot, moment.today);
  if (!slot || !date || !makeUp) throw new Error('The sample class has a session to come');
  const body = {
    target: { kind: 'session', class_id: cls.id, slot_id: slot.id, date },
    reason: 'weather',
    note: 'The pitch is under water. We are sorry, and see you all at the make-up session.',
    remedy: { kind: 'make-up', date: makeUp },
  } as const;
  await cancelSessions({ ...asAdmin(admin, now), body }, deps);
};

/** Places that stay free in a slot after a cancellation: full slots and last places are other samples. */
const leastFree = 3;

/** Cancels two bookings: one in time, which is credited, and one late, whose credit an administrator is to decide. */
export const cancelSamples = async (families: readonly SampleFamily[], deps: TimedDeps): Promise<void> => {
  const missing = new Set(['in time', 'late']);
  for (const family of families) {
    const request = asHolder(family, deps.clock());
    const { bookings } = await listMyBookings(request, deps);
    for (const { id, class_id, time_slot_id, child_id, is_trial, ending } of bookings) {
      const kind = ending && ending.credit > 0 ? 'in time' : 'late';
      const slot = await getTimeSlot(deps.table, class_id, time_slot_id);
      const hasRoom = slot && slot.max_capacity - slot.current_bookings >= leastFree;
      if (!ending || is_trial || !hasRoom || !missing.delete(kind)) continue;
      const body = { class_id, time_slot_id, child_id, credit: ending.credit };
      await cancelBooking({ ...request, params: { bookingId: id }, body }, deps);
      break;
    }
    if (missing.size === 0) return;
  }
};
