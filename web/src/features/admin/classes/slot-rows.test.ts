import { expect, it } from 'vitest';
import { placesHint, removalProblem } from './slot-rows.tsx';

it.each([
  [{ current_bookings: 0 }, undefined, undefined],
  [{ current_bookings: 3 }, '3 booked', 'Delete its bookings before you remove it'],
  [
    { current_bookings: 3, held: 1, waiting: 2 },
    '2 booked, 1 held for the waiting list, 2 waiting',
    'Delete its bookings before you remove it',
  ],
  [
    { current_bookings: 0, held: 0, waiting: 1 },
    '1 waiting',
    '1 family waits for a place: take them off its waiting list before you remove it',
  ],
  [
    { current_bookings: 1, held: 1, waiting: 0 },
    '1 held for the waiting list',
    'A family has an offer: take them off its waiting list before you remove it',
  ],
])('says of %j who has the places, and what keeps the slot [ADM-31]', (slot, hint, why) => {
  expect([placesHint(slot), removalProblem(slot)]).toEqual([hint, why]);
});
