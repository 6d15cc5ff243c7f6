import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cancelled, exampleCalendar, extra, makeUpOn, morning } from '#shared/testing/session-calendars';
import { anyTime, cents, date, time } from '#shared/testing/values';
import { firstOverlap, isSameTime, overlapParams, sessionsFrom, timesIn } from './overlaps.ts';

const session = (day: string, from: string, to: string) => ({
  date: date(day),
  start_time: time(from),
  end_time: time(to),
});

describe('two sessions are at the same time', () => {
  const one = session('2025-10-11', '09:00', '10:00');

  it.each([
    ['the same', '2025-10-11', '09:00', '10:00', true],
    ['one that begins when it ends', '2025-10-11', '10:00', '11:00', false],
    ['one on another day', '2025-10-18', '09:00', '10:00', false],
  ])('%s [BSK-04]', (_, day, from, to, expected) => {
    const other = session(day, from, to);
    expect(isSameTime(one, other)).toBe(expected);
    expect(isSameTime(other, one)).toBe(expected);
  });

  it('where they have a minute in common, whatever their times are [BSK-04]', () => {
    const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
    const anySession = fc
      .tuple(anyTime, anyTime)
      .filter(([from, to]) => minutes(from) < minutes(to))
      .map(([start_time, end_time]) => ({ date: date('2025-10-11'), start_time, end_time }));
    const minutesOf = ({ start_time, end_time }: ReturnType<typeof session>) => {
      const [from, to] = [minutes(start_time), minutes(end_time)];
      return new Set(Array.from({ length: to - from }, (_, index) => from + index));
    };
    // Seconds are not compared here: the model counts whole minutes.
    const whole = anySession.map(({ start_time, end_time, ...day }) => ({
      ...day,
      start_time: time(start_time.slice(0, 5)),
      end_time: time(end_time.slice(0, 5)),
    }));
    fc.assert(
      fc.property(whole, whole, (one, other) => {
        const others = minutesOf(other);
        const isShared = [...minutesOf(one)].some((minute) => others.has(minute));
        expect(isSameTime(one, other)).toBe(isShared);
      }),
    );
  });
});

describe('the sessions of a booking', () => {
  const slot = { ...morning, end_time: time('10:00') };
  const booking = (...days: string[]) => ({
    dates: days.map(date),
    amount: cents(1_000),
    time_slot_id: slot.id,
  });
  const datesFrom = (today: string, changes: Parameters<typeof exampleCalendar>[0], ...days: string[]) =>
    sessionsFrom(exampleCalendar(changes), booking(...days), [slot], date(today)).map((one) => one.date);

  it.each([
    ['from today on', '2025-10-18', [], ['2025-10-18', '2025-10-25']],
    ['without a cancelled one', '2025-10-11', [cancelled('2025-10-18')], ['2025-10-11', '2025-10-25']],
    [
      'with the make-up session of a cancelled one',
      '2025-10-18',
      [cancelled('2025-10-18', { remedy: makeUpOn('2025-11-05') }), extra('2025-11-05')],
      ['2025-10-25', '2025-11-05'],
    ],
    ['without an extra one that it was not made for', '2025-10-25', [extra('2025-11-05')], ['2025-10-25']],
  ])('%s take time [BSK-04]', (_, today, changes, expected) => {
    expect(datesFrom(today, changes, '2025-10-11', '2025-10-18', '2025-10-25')).toEqual(expected);
  });
});

describe('the first overlap', () => {
  const other = (day: string, class_type: 'juniorballerz' | 'eliteballerz' = 'juniorballerz') => ({
    class_type,
    venue: 'Mile End',
    sessions: [session(day, '09:30', '10:30')],
  });
  const slot = { start_time: time('10:00'), end_time: time('11:00') };

  it('is the earliest one, with the session of the other booking [BSK-04]', () => {
    const overlap = firstOverlap(timesIn(slot, [date('2025-10-11'), date('2025-10-18')]), [
      other('2025-10-18'),
      other('2025-10-11', 'eliteballerz'),
    ]);
    expect(overlap).toMatchObject({
      session: { date: '2025-10-11' },
      booked: { cls: { class_type: 'eliteballerz' }, date: '2025-10-11', start_time: '09:30' },
    });
  });

  it('names the child and both sessions [BSK-04]', () => {
    const overlap = firstOverlap(timesIn(slot, [date('2025-10-11')]), [other('2025-10-11')]);
    if (!overlap) expect.fail('no overlap');
    expect(overlapParams('Robin', { class_type: 'miniballerz' }, overlap)).toEqual({
      child: 'Robin',
      date: 'Saturday, October 11, 2025',
      session: 'Miniballerz (10:00 AM - 11:00 AM)',
      booked: 'Juniorballerz at Mile End (9:30 AM - 10:30 AM)',
    });
  });

  it('is none without a session at the same time [BSK-04]', () => {
    expect(firstOverlap(timesIn(slot, [date('2025-10-11')]), [other('2025-10-18')])).toBeUndefined();
    expect(firstOverlap([], [other('2025-10-18')])).toBeUndefined();
  });
});
