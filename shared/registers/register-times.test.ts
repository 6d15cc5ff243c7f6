import { describe, expect, it } from 'vitest';
import { calendarDateSchema, instantSchema, wallTimeSchema } from '#shared/lib/values';
import { cardsAreGone, isOpenForCoaches, mayHaveCards, refusalByTime, registerTimes } from './marks.ts';

const session = (date: string) => ({
  date: calendarDateSchema.parse(date),
  start_time: wallTimeSchema.parse('09:00'),
  end_time: wallTimeSchema.parse('10:00'),
});
const london = 'Europe/London';
const instant = (text: string) => instantSchema.parse(text);

describe('the times of a register', () => {
  it.each([
    ['in winter', '2026-11-28', '2026-11-27T09:00', '2026-11-30T00:00'],
    ['in summer', '2026-06-20', '2026-06-19T08:00', '2026-06-21T23:00'],
    ['before the clocks go back', '2026-10-24', '2026-10-23T08:00', '2026-10-26T00:00'],
    ['before the clocks go forward', '2026-03-28', '2026-03-27T09:00', '2026-03-29T23:00'],
  ])(
    'are 24 hours before the session to the end of the next day %s [COA-03, REG-02, REG-12]',
    (_, date, opens, closes) => {
      expect(registerTimes(session(date), london)).toEqual({
        opens_at: `${opens}:00.000Z`,
        closes_at: `${closes}:00.000Z`,
      });
    },
  );

  const times = registerTimes(session('2026-11-28'), london);

  it.each([
    ['2026-11-27T08:59:59.999Z', false],
    ['2026-11-27T09:00:00.000Z', true],
    ['2026-11-29T23:59:59.999Z', true],
    ['2026-11-30T00:00:00.000Z', false],
  ])('let coaches read and mark at %s: %s [COA-03, REG-12]', (now, expected) => {
    expect(isOpenForCoaches(times, instant(now))).toBe(expected);
    // What the screen offers at a time, the server takes at that time, and at any later one until the end.
    expect(refusalByTime(times, instant(now), instant(now)) === null).toBe(expected);
  });

  it.each([
    ['tapped and received in time', '2026-11-28T09:05:00.000Z', '2026-11-28T09:06:00.000Z', null],
    ['received at the end of the next day', '2026-11-28T09:05:00.000Z', '2026-11-29T23:59:59.999Z', null],
    ['tapped on the evening of the next day', '2026-11-29T20:00:00.000Z', '2026-11-29T20:00:00.000Z', null],
    ['received after the next day', '2026-11-28T09:05:00.000Z', '2026-11-30T00:00:00.000Z', 'too-late'],
    ['tapped before it opened', '2026-11-27T08:00:00.000Z', '2026-11-28T09:00:00.000Z', 'too-early'],
  ])('of a mark %s [REG-02, REG-12]', (_, tapped, received, expected) => {
    expect(refusalByTime(times, instant(tapped), instant(received))).toBe(expected);
  });

  it.each([
    ['2026-11-27T20:59:59.999Z', false],
    ['2026-11-27T21:00:00.000Z', true],
    ['2026-11-28T12:00:00.000Z', true],
    ['2026-11-28T12:00:00.001Z', false],
  ])('leave cards on a phone at %s: %s [EME-05]', (now, expected) => {
    expect(mayHaveCards(session('2026-11-28'), instant(now), london)).toBe(expected);
    const isAfter = now > '2026-11-28T12:00';
    expect(cardsAreGone(session('2026-11-28'), instant(now), london)).toBe(isAfter && !expected);
  });
});
