import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/lib/values';
import { attendanceSchema, type Mark, markIdSchema, phoneIdSchema } from '#shared/registers/register';
import { countingMark, marksInOrder } from './marks.ts';

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
