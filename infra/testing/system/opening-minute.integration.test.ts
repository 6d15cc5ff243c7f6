import { afterAll, beforeAll, expect, it } from 'vitest';
import { listBookingsOfSlot } from '#functions/booking/bookings';
import { getClass } from '#functions/classes/classes';
import { openingClass, rushForPlaces, startOpeningStack } from '../opening-minute.ts';

let opening: Awaited<ReturnType<typeof startOpeningStack>>;
beforeAll(async () => {
  opening = await startOpeningStack();
});
afterAll(() => opening.stop());

/** Has families press for places while each transaction holds its items for 15 ms, and compares answers and table. */
const expectClearAnswers = async (families: number, places: number): Promise<void> => {
  const { stack } = opening;
  await opening.holdFor(0);
  const accounts = await opening.families(families);
  const cls = await openingClass(stack, places);
  await opening.holdFor(15);
  const presses = await rushForPlaces(stack, cls, accounts);
  const outcomes = Map.groupBy(presses, ({ status, code }) => `${status} ${code ?? ''}`.trim());
  expect([...outcomes].map(([outcome, { length }]) => [outcome, length]).toSorted()).toEqual([
    ['201', places],
    ['409 slotFull', families - places],
  ]);
  const [slot] = (await getClass(stack.table, cls.id, { consistent: true }))?.time_slots ?? [];
  expect(slot?.current_bookings).toBe(places);
  expect(slot && (await listBookingsOfSlot(stack.table, slot.id, { consistent: true }))).toHaveLength(places);
};

it('of 60 families who press at once while transactions conflict, each has yes or no without another press [TRM-08, API-42, BOK-28, DAT-15]', async () => {
  await expectClearAnswers(60, 12);
});

it.each([40, 200])(
  'of 500 families who press within one second for %s places, each gets a place or a clear answer [TRM-08]',
  { tags: ['exhaustive'] },
  (places) => expectClearAnswers(500, places),
);
