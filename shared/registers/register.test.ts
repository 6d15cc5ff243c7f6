import { expect, it } from 'vitest';
import { instantSchema } from '#shared/lib/values';
import type { Attendance } from '#shared/registers/register';
import { attendedText, isNewNote } from './register.ts';

const [monday, tuesday] = ['2026-11-23', '2026-11-24'].map((day) =>
  instantSchema.parse(`${day}T08:00:00.000Z`),
);

it.each([
  ['a note that was never opened', 'Asthma', monday, undefined, true],
  ['a note that was opened', 'Asthma', monday, monday, false],
  ['another note', 'Asthma, and nuts', tuesday, monday, true],
  ['a note that was taken away', null, tuesday, monday, true],
  ['nothing to know, never opened', null, monday, undefined, false],
  ['no answer', null, undefined, undefined, false],
])('of %s knows whether it is new [EME-04]', (_, medical_conditions, answered, opened, expected) => {
  const card = { medical_conditions, health_answered_at: answered ?? null };
  expect(isNewNote(card, opened)).toBe(expected);
});

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
