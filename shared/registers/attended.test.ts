import { expect, it } from 'vitest';
import type { Attendance } from '#shared/registers/register';
import { attendedText } from './register.ts';

it.each([
  [['present'], 'Attended 1 of 1'],
  [['absent'], 'Attended 0 of 1'],
  [['present', 'late', 'left-early', 'absent'], 'Attended 3 of 4'],
] as const satisfies readonly (readonly [readonly Attendance[], string])[])(
  'of %j says %s [REG-09]',
  (marks, text) => {
    expect(attendedText(marks.map((attendance) => ({ attendance })))).toBe(text);
  },
);
