import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/domain/time/instant-of';
import { attendanceSchema, type Mark, markIdSchema } from '#shared/schemas/register';
import { countingMark, marksInOrder } from './marks.ts';

const id = (number: number) => markIdSchema.parse(`mrk_${String(number).padStart(16, '0')}`);
const at = (second: number) => instantOf(new Date(Date.UTC(2026, 10, 28, 9, 0, second)));
const mark = (number: number, attendance: Mark['attendance'], second: number): Mark => ({
  ...{ id: id(number), attendance, at: at(second) },
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

  const anyMark = fc
    .record({
      number: fc.integer({ min: 0, max: 30 }),
      attendance: fc.constantFrom(...attendanceSchema.options),
    })
    // A mark of an id has one content: the phone makes both.
    .map(({ number, attendance }) => mark(number, attendance, number % 4));
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

  it('is the same if parts of the marks are decided first, as two phones do [REG-06]', () => {
    fc.assert(
      fc.property(distinctMarks, fc.nat(12), (marks, cut) => {
        const parts = [marks.slice(0, cut), marks.slice(cut)].flatMap((part) => countingMark(part) ?? []);
        expect(countingMark(parts)).toEqual(countingMark(marks));
      }),
    );
  });
});
