import { describe, expect, it } from 'vitest';
import { time } from '#shared/testing/values';
import { byStartTime, isFull, placesLeft } from './class.ts';

const slot = (current_bookings: number, max_capacity: number) => ({ current_bookings, max_capacity });

describe('placesLeft and isFull', () => {
  it.each([
    [0, 10, 10, false],
    [9, 10, 1, false],
    [10, 10, 0, true],
    [11, 10, 0, true],
    [0, 1, 1, false],
    [1, 1, 0, true],
  ])('%i of %i leaves %i, full: %s [DAT-09] [DAT-10]', (bookings, capacity, left, full) => {
    expect(placesLeft(slot(bookings, capacity))).toBe(left);
    expect(isFull(slot(bookings, capacity))).toBe(full);
  });
});

describe('byStartTime', () => {
  const sorted = (...times: string[]) =>
    times
      .map((text) => ({ start_time: time(text) }))
      .toSorted(byStartTime)
      .map(({ start_time }) => start_time);

  it('orders slots by start time, with and without seconds [DAT-08] [DAT-11]', () => {
    expect(sorted('13:30:00', '09:00', '10:15', '09:00:30', '00:00:00', '23:59')).toEqual([
      '00:00:00',
      '09:00',
      '09:00:30',
      '10:15',
      '13:30:00',
      '23:59',
    ]);
  });

  it('takes HH:MM and HH:MM:00 as the same time and keeps their order [DAT-08]', () => {
    expect(sorted('09:00:00', '09:00')).toEqual(['09:00:00', '09:00']);
    expect(sorted('09:00', '09:00:00')).toEqual(['09:00', '09:00:00']);
  });
});
