import { expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import {
  at,
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleFamily,
} from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { startTests } from '#infra/testing/services/system';
import { addDays } from '#shared/lib/calendar';
import { instantOf } from '#shared/lib/values';
import { retainedRecordDays } from '#shared/policies';
import { type Attendance, markIdSchema } from '#shared/registers/register';
import { cancelled, extra, makeUpOn } from '#shared/testing/session-calendars';
import { date } from '#shared/testing/values';
import type { StoredBooking } from '../booking/bookings.ts';
import { takePlace } from '../booking/take-place.ts';
import { storeMark } from './registers.ts';

const { table, asFamily, setTime } = await startTests(() => ({}));

let nextMark = 0;
const by = sampleFamily().profile.id;

const mark = async ({ time_slot_id, ...booking }: StoredBooking, day: string, attendance: Attendance) => {
  nextMark += 1;
  const at = instantOf(new Date(Date.parse(`${day}T09:00:00.000Z`) + nextMark));
  const id = markIdSchema.parse(`mrk_${String(nextMark).padStart(16, '0')}`);
  const place = { ...booking, slot_id: time_slot_id, date: date(day) };
  await storeMark(table, place, { id, attendance, at, received_at: at, by, reason: null });
};

const list = async (family: SampleFamily): Promise<unknown> =>
  Object((await asFamily(family, 'listMyBookings')).body).bookings[0].attendance;
const exported = async (family: SampleFamily): Promise<unknown> =>
  Object((await asFamily(family, 'exportMyData')).body).register_marks;

/** A booking of six Saturdays from September 27; the third one is made up for on a Wednesday. */
const given = async () => {
  const cls = sampleClass();
  const slot = at(cls.time_slots, 0);
  const changes = [
    { ...cancelled('2025-10-11', { remedy: makeUpOn('2025-10-15') }), slot_id: slot.id },
    { ...extra('2025-10-15'), slot_id: slot.id },
  ];
  await putClass(table, { ...cls, session_changes: changes });
  const family = await storedFamily(table);
  const booking = sampleBooking(cls, family);
  expect(await takePlace(table, booking)).toMatchObject({ outcome: 'booked' });
  return { cls, family, booking };
};

it('lists to which sessions a child came, by the marks that count [REG-09]', async () => {
  const { family, booking } = await given();
  setTime('2025-10-20T10:00:00.000Z');
  expect(await list(family)).toEqual([]);
  await mark(booking, '2025-09-27', 'absent');
  await mark(booking, '2025-09-27', 'late');
  await mark(booking, '2025-10-15', 'left-early');
  await mark(booking, '2025-10-18', 'absent');
  expect(await list(family)).toEqual([
    { date: '2025-09-27', attendance: 'late' },
    { date: '2025-10-15', attendance: 'left-early' },
    { date: '2025-10-18', attendance: 'absent' },
  ]);
});

it('lists and exports nothing of other children, nor of registers that are kept no longer [REG-09, SEE-03]', async () => {
  const { cls, family, booking } = await given();
  const other = await storedFamily(table);
  const neighbour = sampleBooking(cls, other);
  await takePlace(table, neighbour);
  await mark(booking, '2025-09-27', 'present');
  setTime('2025-10-20T10:00:00.000Z');
  expect(await list(other)).toEqual([]);
  // The months of the policy after the session, whatever the table has not deleted yet.
  setTime(`${addDays(date('2025-09-27'), retainedRecordDays)}T12:00:00.000Z`);
  expect(await list(family)).toHaveLength(1);
  expect(await exported(family)).toHaveLength(1);
  setTime(`${addDays(date('2025-09-27'), retainedRecordDays + 1)}T12:00:00.000Z`);
  expect(await list(family)).toEqual([]);
  expect(await exported(family)).toEqual([]);
});
