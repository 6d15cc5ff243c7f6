import { afterAll, beforeAll, expect, it } from 'vitest';
import { takePlace } from '#functions/booking/take-place';
import { putClass } from '#infra/local/seed/put';
import { at, sampleBooking, sampleClass, sampleNow } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { byStartTime } from '#shared/classes/class';
import { startTestStack, type TestStack } from '../stack/test-stack.ts';

// Public reads over HTTP without a token. Of three slots, the last one starts first.
const older = sampleClass({ capacities: [10, 12, 8] });
const first = { ...at(older.time_slots, 2), start_time: at(older.time_slots, 0).start_time };
const last = { ...at(older.time_slots, 0), start_time: at(older.time_slots, 2).start_time };
const shuffled = { ...older, time_slots: [last, at(older.time_slots, 1), first] };
const newer = sampleClass({ now: new Date(sampleNow.getTime() + 60_000) });

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
  await putClass(stack.table, shuffled);
  await putClass(stack.table, newer);
});
afterAll(() => stack.stop());

const sorted = { ...shuffled, time_slots: shuffled.time_slots.toSorted(byStartTime) };

it('returns all classes with their slots, newest first [API-04]', async () => {
  const { status, body } = await stack.call({ route: 'listClasses' });
  expect([status, body]).toEqual([200, { classes: [newer, sorted] }]);
});

it('returns one class by its id, and its slots by start time [API-05, API-10]', async () => {
  const params = { classId: shuffled.id };
  expect((await stack.call({ route: 'getClass', params })).body).toEqual(sorted);
  const { body } = await stack.call({ route: 'listTimeSlots', params });
  expect(body).toEqual({ time_slots: sorted.time_slots });
});

it('returns one slot with its current bookings [API-11]', async () => {
  const slot = at(newer.time_slots, 0);
  const read = async () =>
    (await stack.call({ route: 'getTimeSlot', params: { classId: newer.id, slotId: slot.id } })).body;
  expect(await read()).toEqual({ ...slot, current_bookings: 0 });
  await takePlace(stack.table, sampleBooking(newer, await storedFamily(stack.table)));
  expect(await read()).toEqual({ ...slot, current_bookings: 1, max_capacity: 10 });
});
