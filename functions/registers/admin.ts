import { businessMoment, toInstant } from '#shared/lib/business-time';
import { minuteMs } from '#shared/lib/durations';
import { ascending } from '#shared/lib/text';
import { type CalendarDate, instantOf } from '#shared/lib/values';
import { limits, pageSizes } from '#shared/limits';
import type { RegisterRoutes } from '#shared/registers/admin-routes';
import { marksInOrder } from '#shared/registers/marks';
import { hasBegun, sessionsOf } from '#shared/sessions/sessions';
import { readProfileNames } from '../accounts/accounts.ts';
import { getManagedClass, listManagedClasses } from '../classes/classes.ts';
import type { AdminDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { problem } from '../lib/http/problem-error.ts';
import { readRegisters } from './register-lists.ts';
import * as unlistedChildren from './registers.ts';
import { oldestRegister, readRegistersOfSlot } from './registers.ts';

/** By start, with who is missing (REG-07). Cancelled sessions have no register. */
export const listDayRegisters: Operation<RegisterRoutes['listDayRegisters'], AdminDeps> = async (
  _request,
  { table, clock, timeZone },
) => {
  const { now, today: date } = businessMoment(clock(), timeZone);
  const classes = await listManagedClasses(table);
  const sessions = classes
    .filter(({ deleting }) => !deleting)
    .flatMap((cls) => cls.time_slots.map((slot) => ({ cls, slot, date })))
    .filter(({ cls, slot }) =>
      sessionsOf(cls, slot).some((session) => session.date === date && session.state === 'on'),
    )
    .toSorted((one, other) => ascending(one.slot.start_time, other.slot.start_time));
  const registers = await readRegisters(table, sessions);
  return {
    registers: sessions.map(({ cls, slot }, index) => {
      const children = (registers[index]?.children ?? []).filter(({ kind }) => kind !== 'left');
      const marked = children.filter(({ mark }) => mark !== null);
      const start = toInstant(date, slot.start_time, timeZone).getTime();
      const isLate = now.getTime() >= start + limits.registerLateMinutes * minuteMs;
      return {
        class_id: cls.id,
        slot_id: slot.id,
        date,
        class_type: cls.class_type,
        venue: cls.venue,
        start_time: slot.start_time,
        end_time: slot.end_time,
        children: children.length,
        marked: marked.length,
        is_late: isLate && children.length > 0 && marked.length === 0,
        absent: marked.filter(({ mark }) => mark?.attendance === 'absent'),
      };
    }),
  };
};

export const listPastRegisters: Operation<RegisterRoutes['listPastRegisters'], AdminDeps> = async (
  { params },
  { table, clock, timeZone },
) => {
  const moment = businessMoment(clock(), timeZone);
  const [cls, { marked, unlisted }] = await Promise.all([
    getManagedClass(table, params.classId),
    readRegistersOfSlot(table, params.slotId, moment.today),
  ]);
  const slot = cls?.time_slots.find(({ id }) => id === params.slotId);
  if (!cls || !slot) throw problem('notFound');
  const begun = sessionsOf(cls, slot).filter(({ date }) => hasBegun(date, slot, moment));
  const marksOf = Map.groupBy(marked, ({ date }) => date);
  const unlistedOf = Map.groupBy(unlisted, ({ date }) => date);
  const itemsOf = (date: CalendarDate) => ({
    marked: marksOf.get(date) ?? [],
    unlisted: (unlistedOf.get(date) ?? []).filter((child) =>
      unlistedChildren.isUnlistedRetained(child, moment.now),
    ),
  });
  const sessions = begun.map(({ date }) => ({ cls, slot, date, items: itemsOf(date) }));
  const by = new Set(marked.flatMap(({ marks }) => marks.map((mark) => mark.by)));
  const [registers, nameOf] = await Promise.all([
    readRegisters(table, sessions),
    readProfileNames(table, [...by]),
  ]);
  return {
    registers: begun
      .map(({ date, state }, index) => ({
        date,
        state,
        unlisted: (registers[index]?.unlisted ?? []).map(({ name }) => name),
        children: (registers[index]?.children ?? []).map(({ mark, marks, ...child }) => ({
          ...child,
          attendance: mark?.attendance ?? null,
          marks: marksInOrder(marks).map((each) => ({ ...each, by: nameOf(each.by) })),
        })),
      }))
      .toReversed(),
  };
};

export const listUnlisted: Operation<RegisterRoutes['listUnlisted'], AdminDeps> = async (
  { query },
  { table, clock, timeZone },
) => {
  const from = oldestRegister(businessMoment(clock(), timeZone).today);
  const [classes, { children, next_cursor }] = await Promise.all([
    listManagedClasses(table),
    unlistedChildren.listUnlistedTasks(table, { from, cursor: query.cursor, limit: pageSizes.usual }),
  ]);
  const sessionOf = new Map(
    classes.flatMap(({ class_type, venue, time_slots }) =>
      time_slots.map(({ id, start_time, end_time }) => [id, { class_type, venue, start_time, end_time }]),
    ),
  );
  return {
    unlisted: children.map((child) => ({ ...child, session: sessionOf.get(child.slot_id) ?? null })),
    next_cursor,
  };
};

export const deleteUnlisted: Operation<RegisterRoutes['deleteUnlisted'], AdminDeps> = async (
  { params: { slotId, date, unlistedId } },
  { table, clock },
) => {
  const child = { slot_id: slotId, date, id: unlistedId };
  if (!(await unlistedChildren.deleteUnlisted(table, child, clock()))) throw problem('notFound');
};

export const finishUnlisted: Operation<RegisterRoutes['finishUnlisted'], AdminDeps> = async (
  { caller, params, body },
  { table, clock },
) => {
  const child = { id: params.unlistedId, ...body };
  const done = { at: instantOf(clock()), by: caller.userId };
  if (!(await unlistedChildren.finishUnlisted(table, child, done))) throw problem('notFound');
};
