import { expect, it } from 'vitest';
import { putClass, putFamily } from '#infra/local/seed/put';
import { at, sampleBooking, sampleClass, sampleFamily } from '#infra/testing/samples/samples';
import { startTests } from '#infra/testing/services/system';
import { addDays } from '#shared/lib/calendar';
import type { UserId } from '#shared/lib/ids';
import { calendarDateSchema, instantSchema } from '#shared/lib/values';
import { retainedRecordDays } from '#shared/policies';
import { type Attendance, markIdSchema } from '#shared/registers/register';
import { cancelled } from '#shared/testing/session-calendars';
import { beginClassDeletion } from '../across/delete-class.ts';
import { takePlace } from '../booking/take-place.ts';
import { getManagedClass } from '../classes/classes.ts';
import { finishUnlisted, storeMark, storeUnlisted } from './registers.ts';

/** A session of the sample class: 9:00 to 9:45 in summer time. */
const date = calendarDateSchema.parse('2025-09-27');

const { table, admin, setTime, items } = await startTests(() => ({}));

let count = 0;

/** A class with three children, and a function that marks one of them. */
const newScene = async () => {
  const cls = sampleClass({ capacities: [30] });
  await putClass(table, cls);
  const families = ['Ana', 'Ben', 'Cem'].map((name) =>
    sampleFamily({ children: [{ name, medical_conditions: 'Asthma' }] }),
  );
  for (const family of families) {
    await putFamily(table, family);
    await takePlace(table, sampleBooking(cls, family));
  }
  const slot_id = at(cls.time_slots, 0).id;
  const mark = async (child: number, attendance: Attendance, tapped: string, by: UserId) => {
    const { id, children } = at(families, child);
    count += 1;
    const place = { slot_id, date, parent_id: id, child_id: at(children, 0).id };
    await storeMark(table, place, {
      id: markIdSchema.parse(`mrk_${String(count).padStart(16, '0')}`),
      attendance,
      at: instantSchema.parse(tapped),
      received_at: instantSchema.parse(tapped),
      by,
      reason: null,
    });
  };
  return { cls, slot_id, mark, coach: at(families, 0).profile };
};

it('the office sees of each session of today how far its register is, and who is missing [REG-07]', async () => {
  const { cls, mark, coach } = await newScene();
  const day = async (time: string) => {
    setTime(time);
    const { registers } = await admin.read('listDayRegisters');
    return registers.filter(({ class_id }) => class_id === cls.id);
  };
  const none = { children: 3, marked: 0, absent: [] };
  expect(await day('2025-09-26T10:00:00.000Z')).toEqual([]);
  expect(await day('2025-09-27T08:09:59.999Z')).toMatchObject([{ ...none, is_late: false }]);
  expect(await day('2025-09-27T08:10:00.000Z')).toMatchObject([{ ...none, is_late: true }]);
  await mark(1, 'absent', '2025-09-27T08:05:00.000Z', coach.id);
  await mark(0, 'late', '2025-09-27T08:06:00.000Z', coach.id);
  const [register] = await day('2025-09-27T08:10:00.000Z');
  expect(register).toMatchObject({ children: 3, marked: 2, is_late: false, absent: [{ name: 'Ben' }] });
  expect(JSON.stringify(register)).not.toContain('Asthma');
});

it('past registers have every mark with who made it, and no card [REG-06, REG-09]', async () => {
  const { cls, slot_id, mark, coach } = await newScene();
  await mark(0, 'absent', '2025-09-27T08:02:00.000Z', coach.id);
  await mark(0, 'present', '2025-09-27T08:05:00.000Z', coach.id);
  setTime('2025-09-30T10:00:00.000Z');
  const params = { classId: cls.id, slotId: slot_id };
  const { result, cost } = await table.measure(() => admin.read('listPastRegisters', { params }));
  const { registers } = result;
  const days = ['2025-09-27', '2025-09-20', '2025-09-13', '2025-09-06'];
  expect(registers.map((register) => register.date)).toEqual(days);
  expect(registers[0]?.children).toMatchObject([
    {
      name: 'Ana',
      attendance: 'present',
      marks: [
        { attendance: 'absent', by: coach.full_name },
        { attendance: 'present', by: coach.full_name },
      ],
    },
    { name: 'Ben', attendance: null, marks: [] },
    { name: 'Cem', attendance: null, marks: [] },
  ]);
  expect(JSON.stringify(result)).not.toMatch(/Asthma|phone/);
  // The class, the marks of all sessions, the bookings.
  expect(cost.filter(({ operation }) => operation === 'Query')).toHaveLength(3);
});

it('a register is read as long as records are kept, whatever the table has not deleted yet [SEE-03]', async () => {
  const { cls, slot_id, mark, coach } = await newScene();
  await mark(0, 'present', '2025-09-27T08:05:00.000Z', coach.id);
  const marksAfter = async (days: number) => {
    setTime(`${addDays(date, days)}T12:00:00.000Z`);
    const params = { classId: cls.id, slotId: slot_id };
    const { registers } = await admin.read('listPastRegisters', { params });
    return registers.flatMap(({ children }) => children.flatMap(({ marks }) => marks)).length;
  };
  expect(await marksAfter(retainedRecordDays)).toBe(1);
  expect(await marksAfter(retainedRecordDays + 1)).toBe(0);
});

it('a register is neither of a cancelled session nor of a class that is being deleted, nor late without a child [REG-07]', async () => {
  setTime('2025-09-27T08:10:00.000Z');
  const sample = sampleClass();
  const session_changes = [cancelled(date, { slot_id: at(sample.time_slots, 0).id })];
  const [off, deleting, empty] = [{ ...sample, session_changes }, sampleClass(), sampleClass()];
  for (const cls of [off, deleting, empty]) await putClass(table, cls);
  const stored = (await getManagedClass(table, deleting.id)) ?? expect.unreachable();
  expect(await beginClassDeletion(table, stored, [])).toMatchObject({ outcome: 'done' });
  const { registers } = await admin.read('listDayRegisters');
  const own = registers.filter(({ class_id }) => [off.id, deleting.id, empty.id].includes(class_id));
  expect(own).toMatchObject([{ class_id: empty.id, children: 0, is_late: false }]);
});

it('a child on no list goes with its register, whenever the office has dealt with it [REG-16, SEE-03]', async () => {
  const done = markIdSchema.parse('mrk_0000000done00001');
  const waiting = markIdSchema.parse('mrk_0000000task00001');
  const cls = sampleClass();
  const where = { class_id: cls.id, slot_id: at(cls.time_slots, 0).id, date };
  const tapped = instantSchema.parse('2025-09-27T08:05:00.000Z');
  for (const id of [done, waiting]) {
    const child = { id, name: 'Zoe', phone_number: '07700 900123', at: tapped };
    const by = sampleFamily().profile.id;
    await storeUnlisted(table, child, { ...where, received_at: tapped, by });
    const lately = instantSchema.parse(`${addDays(date, retainedRecordDays - 1)}T10:00:00.000Z`);
    if (id === done) expect(await finishUnlisted(table, { ...where, id }, { at: lately, by })).toBe(true);
  }
  const own = await items(({ id }) => id === done || id === waiting);
  const end = Date.parse(addDays(date, retainedRecordDays)) / 1_000;
  expect(own.map(({ expires_at }) => expires_at)).toEqual([end, end]);
  const tasksAfter = async (days: number) => {
    setTime(`${addDays(date, days)}T12:00:00.000Z`);
    const { unlisted } = await admin.read('listUnlisted');
    return unlisted.filter(({ id }) => id === waiting).length;
  };
  expect([await tasksAfter(retainedRecordDays), await tasksAfter(retainedRecordDays + 1)]).toEqual([1, 0]);
});
