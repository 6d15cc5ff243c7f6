import { expect, it } from 'vitest';
import { sampleClass } from '#infra/testing/samples/samples';
import { deletionText } from './managed-class-list.tsx';

it.each([
  [0, 0, 'Being deleted'],
  [1, 0, 'Being deleted: 1 booking left'],
  [5, 2, 'Being deleted: 3 bookings left'],
  [2, 2, 'Being deleted'],
])('of %i places taken, %i of them held for the waiting list: "%s" [WAI-05]', (taken, held, text) => {
  const { time_slots } = sampleClass({ capacities: [6] });
  const slots = time_slots.map((slot) => ({ ...slot, current_bookings: taken, held }));
  expect(deletionText({ time_slots: slots })).toBe(text);
});
