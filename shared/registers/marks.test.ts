import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDateSchema, instantOf, instantSchema, wallTimeSchema } from '#shared/lib/values';
import { attendanceSchema, type Mark, markIdSchema, phoneIdSchema } from '#shared/registers/register';
import {
  cardsAreGone,
  countingMark,
  isOpenForCoaches,
  marksInOrder,
  mayHaveCards,
  refusalByTime,
  registerTimes,
} from './marks.ts';

const id = (number: number) => markIdSchema.parse(`mrk_${String(number).padStart(16, '0')}`);
const at = (second: number) => instantOf(new Date(Date.UTC(2026, 10, 28, 9, 0, second)));
const mark = (number: number, attendance: Mark['attendance'], second: number): Mark => ({
  id: id(number),
  attendance,
  at: at(second),
});
/** The same as the tap of a phone, which counts its taps. */
const tapOf = (phone: number, number: number, attendance: Mark['attendance'], second: number): Mark => ({
  ...mark(phone * 1_000 + number, attendance, second),
  tap: { phone: phoneIdSchema.parse(String(phone).padStart(8, 'p')), number },
});

describe('the mark that counts', () => {
  it.each([
    ['none', [], null],
    ['the only one', [mark(1, 'absent', 5)], 1],
    ['the later tap', [mark(1, 'present', 5), mark(2, 'absent', 6)], 2],
    ['the later tap, received first', [mark(2, 'absent', 6), mark(1, 'present', 5)], 2],
    ['present at the same time', [mark(1, 'present', 5), mark(2, 'absent', 5)], 1],
    ['present, with the lower id', [mark(2, 'absent', 5), mark(1, 'present', 5)], 1],
    ['present before late', [mark(1, 'present', 5), mark(2, 'late', 5)], 1],
    ['late before left early', [mark(1, 'late', 5), mark(2, 'left-early', 5)], 1],
    ['left early before absent', [mark(1, 'left-early', 5), mark(2, 'absent', 5)], 1],
    ['the higher id of equal marks', [mark(1, 'absent', 5), mark(2, 'absent', 5)], 2],
  ] as const)('is %s [REG-06]', (_, marks, expected) => {
    expect(countingMark(marks)?.id ?? null).toBe(expected && id(expected));
  });

  it.each([
    ['the later tap, both cut to one time', [tapOf(1, 1, 'present', 5), tapOf(1, 2, 'absent', 5)], 1_002],
    ['the later tap, with a lower id', [tapOf(1, 9, 'present', 5), tapOf(1, 10, 'absent', 5)], 1_010],
    [
      'the later tap, after the clock was set back',
      [tapOf(1, 1, 'present', 9), tapOf(1, 2, 'absent', 2)],
      1_002,
    ],
    [
      'that of another phone since the last tap of this one',
      [tapOf(1, 1, 'present', 9), tapOf(1, 2, 'absent', 2), tapOf(2, 1, 'late', 4)],
      2_001,
    ],
    [
      'a second tap on the same value, after that of another phone',
      [tapOf(1, 1, 'present', 1), tapOf(2, 1, 'absent', 2), tapOf(1, 2, 'present', 3)],
      1_002,
    ],
    [
      'present of two phones at the same time, whatever they said before',
      [tapOf(1, 1, 'present', 5), tapOf(1, 2, 'absent', 5), tapOf(2, 1, 'late', 5)],
      2_001,
    ],
  ] as const)('of phones that count their taps is %s [REG-13]', (_, marks, expected) => {
    for (const order of [marks, marks.toReversed()]) expect(countingMark(order)?.id).toBe(id(expected));
  });

  /** Marks of three phones, of which one counts no taps, by clocks that are set at any time. */
  const anyMark = fc
    .record({
      phone: fc.integer({ min: 0, max: 2 }),
      number: fc.integer({ min: 0, max: 12 }),
      attendance: fc.constantFrom(...attendanceSchema.options),
      second: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ phone, number, attendance, second }) =>
      phone === 0 ? mark(number, attendance, second) : tapOf(phone, number, attendance, second),
    );
  // A mark of an id has one content: the phone makes both.
  const distinctMarks = fc.uniqueArray(anyMark, { selector: (each) => each.id, maxLength: 12 });
  const arrivals = distinctMarks.chain((marks) =>
    fc.tuple(fc.constant(marks), fc.shuffledSubarray([...marks, ...marks], { minLength: marks.length * 2 })),
  );

  it('is the same in every order of arrival, sent once or often, and none is lost [REG-04, REG-06]', () => {
    fc.assert(
      fc.property(arrivals, ([marks, arrived]) => {
        expect(countingMark(arrived)).toEqual(countingMark(marks));
        expect(marksInOrder(arrived)).toEqual(marksInOrder(marks));
        expect(marksInOrder(arrived)).toHaveLength(marks.length);
        expect(marksInOrder(marks).at(-1) ?? null).toEqual(countingMark(marks));
      }),
    );
  });

  const phoneOf = ({ id: own, tap }: Mark) => tap?.phone ?? own;

  it('never is one before a later tap of the same phone, and the taps of a phone stay in order [REG-13]', () => {
    fc.assert(
      fc.property(distinctMarks, (marks) => {
        for (const own of Map.groupBy(marksInOrder(marks), phoneOf).values()) {
          const numbers = own.map(({ tap }) => tap?.number ?? 0);
          expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
        }
        const counting = countingMark(marks);
        const later = marks.filter(
          (other) =>
            counting &&
            phoneOf(other) === phoneOf(counting) &&
            (other.tap?.number ?? 0) > (counting.tap?.number ?? 0),
        );
        expect(later).toEqual([]);
      }),
    );
  });

  it('is the same if each phone decides first which of its own counts [REG-06, REG-13]', () => {
    fc.assert(
      fc.property(distinctMarks, (marks) => {
        const lasts = [...Map.groupBy(marks, phoneOf).values()].flatMap((own) => countingMark(own) ?? []);
        expect(countingMark(lasts)).toEqual(countingMark(marks));
      }),
    );
  });
});

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
