import { afterAll, beforeAll, expect, it } from 'vitest';
import { listBookingsOfSlot } from '#functions/data/bookings/bookings';
import { getClass } from '#functions/data/classes/classes';
import { openingClass, openingFamilies, rushForPlaces } from '../opening-minute.ts';
import { startTestStack, type TestStack } from '../stack/test-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ throttled: true });
});
afterAll(() => stack.stop());

it('of 500 families who press within one second for 40 places, 40 are booked and 460 get a clear answer [TRM-08]', {
  tags: ['exhaustive'],
}, async () => {
  const accounts = await openingFamilies(stack, 500);
  const cls = await openingClass(stack, 40);
  const presses = await rushForPlaces(stack, cls, accounts);
  const outcomes = Map.groupBy(presses, ({ status, code }) => `${status} ${code ?? ''}`.trim());
  expect([...outcomes].map(([outcome, { length }]) => [outcome, length]).toSorted()).toEqual([
    ['201', 40],
    ['409 slotFull', 460],
  ]);
  const [slot] = (await getClass(stack.table, cls.id, { consistent: true }))?.time_slots ?? [];
  expect(slot?.current_bookings).toBe(40);
  expect(slot && (await listBookingsOfSlot(stack.table, slot.id, { consistent: true }))).toHaveLength(40);
});
