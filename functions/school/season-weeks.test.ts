import { describe, expect, it } from 'vitest';
import { sampleClass, sampleToday } from '#infra/testing/samples/samples';
import type { ManagedClass } from '#shared/classes/managed-class';
import { addDays, mondayOf } from '#shared/lib/calendar';
import { calendarDateSchema } from '#shared/lib/values';
import { asManaged } from '../classes/classes.ts';
import { seasonWeeksOf } from './admin.ts';

const monday = mondayOf(sampleToday);

/** A class of this many weekly sessions from a Monday, with one slot of ten places. */
const classOf = (from: number, sessions: number, booked: number): ManagedClass => {
  const start_date = addDays(monday, from * 7);
  const cls = asManaged(
    sampleClass({
      capacities: [10],
      overrides: { start_date, end_date: calendarDateSchema.parse(addDays(start_date, (sessions - 1) * 7)) },
    }),
  );
  return { ...cls, time_slots: cls.time_slots.map((slot) => ({ ...slot, current_bookings: booked })) };
};

describe('the weeks of the season', () => {
  it('add up booked and offered places, and spread amounts over the sessions', () => {
    const [one, two] = [classOf(-1, 2, 4), classOf(0, 2, 3)];
    const revenue = new Map([
      [one.time_slots[0]?.id, 1000],
      [two.time_slots[0]?.id, 601],
    ]);
    const { class_type } = one;
    expect(seasonWeeksOf([one, two], (slot) => revenue.get(slot) ?? 0, sampleToday)).toEqual([
      {
        monday: addDays(monday, -7),
        programmes: [{ class_type, booked: 4, places: 10 }],
        bookings: 4,
        amount: 500,
      },
      { monday, programmes: [{ class_type, booked: 7, places: 20 }], bookings: 7, amount: 801 },
      {
        monday: addDays(monday, 7),
        programmes: [{ class_type, booked: 3, places: 10 }],
        bookings: 3,
        amount: 301,
      },
    ]);
  });

  it('leave out a skipped date and keep the week between two others', () => {
    const cls = classOf(0, 3, 2);
    const skipping: ManagedClass = { ...cls, skipped_dates: [addDays(monday, 7)] };
    const weeks = seasonWeeksOf([skipping], () => 1000, sampleToday);
    expect(weeks.map(({ bookings, amount }) => [bookings, amount])).toEqual([
      [2, 500],
      [0, 0],
      [2, 500],
    ]);
  });

  it('show at most five weeks before this one and ten after it', () => {
    const weeks = seasonWeeksOf([classOf(-20, 60, 1)], () => 0, sampleToday);
    expect([weeks[0]?.monday, weeks.at(-1)?.monday]).toEqual([addDays(monday, -35), addDays(monday, 70)]);
  });
});
