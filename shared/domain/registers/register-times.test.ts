import { describe, expect, it } from 'vitest';
import { calendarDateSchema, instantSchema, wallTimeSchema } from '#shared/schemas/values';
import { isOpenForCoaches, registerTimes, takesMarkOfCoach } from './register-times.ts';

const session = (date: string) => ({
  date: calendarDateSchema.parse(date),
  start_time: wallTimeSchema.parse('09:00'),
  end_time: wallTimeSchema.parse('10:00'),
});
const london = 'Europe/London';
const instant = (text: string) => instantSchema.parse(text);

describe('the times of a register', () => {
  it.each([
    ['in winter', '2026-11-28', '2026-11-27T09:00', '2026-11-29T10:00', '2026-11-30T00:00'],
    ['in summer', '2026-06-20', '2026-06-19T08:00', '2026-06-21T09:00', '2026-06-21T23:00'],
    ['before the clocks go back', '2026-10-24', '2026-10-23T08:00', '2026-10-25T09:00', '2026-10-26T00:00'],
    [
      'before the clocks go forward',
      '2026-03-28',
      '2026-03-27T09:00',
      '2026-03-29T10:00',
      '2026-03-29T23:00',
    ],
  ])(
    'are 24 hours around the session, and the next day %s [COA-03, REG-02]',
    (_, date, opens, closes, marks) => {
      expect(registerTimes(session(date), london)).toEqual({
        opens_at: `${opens}:00.000Z`,
        closes_at: `${closes}:00.000Z`,
        marks_until: `${marks}:00.000Z`,
      });
    },
  );

  const times = registerTimes(session('2026-11-28'), london);

  it.each([
    ['2026-11-27T08:59:59.999Z', false],
    ['2026-11-27T09:00:00.000Z', true],
    ['2026-11-29T10:00:00.000Z', true],
    ['2026-11-29T10:00:00.001Z', false],
  ])('let coaches read at %s: %s [COA-03]', (now, expected) => {
    expect(isOpenForCoaches(times, instant(now))).toBe(expected);
  });

  it.each([
    ['tapped and received in time', '2026-11-28T09:05:00.000Z', '2026-11-28T09:06:00.000Z', true],
    [
      'tapped in time, received on the next day',
      '2026-11-28T09:05:00.000Z',
      '2026-11-29T23:59:59.999Z',
      true,
    ],
    ['received after the next day', '2026-11-28T09:05:00.000Z', '2026-11-30T00:00:00.000Z', false],
    ['tapped after 24 hours', '2026-11-29T10:00:00.001Z', '2026-11-29T11:00:00.000Z', false],
    ['tapped before the register opened', '2026-11-27T08:00:00.000Z', '2026-11-28T09:00:00.000Z', false],
  ])('of a mark %s [REG-02]', (_, tapped, received, expected) => {
    expect(takesMarkOfCoach(times, instant(tapped), instant(received))).toBe(expected);
  });
});
