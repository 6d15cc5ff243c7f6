import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { userIdSchema } from '#shared/lib/ids';
import { date } from '#shared/testing/values';
import { coachInsteadOf } from './class-form-values.ts';
import { classesNaming } from './known-classes.ts';

const coaches = [
  { id: 'kim', full_name: 'Kim Ortega' },
  { id: 'sam', full_name: 'Sam Bell' },
];

it.each([
  ['another account is chosen and the text stays', 'Sam Bell', ['kim'], ['sam'], 'Kim Ortega'],
  ['the former account is no coach any more', 'Lee Wood', ['kim'], ['lee'], 'Kim Ortega'],
  ['the text is the name of an account that was never chosen', 'sam  BELL', ['kim'], [], 'Kim Ortega'],
  ['the text has a name of the chosen one', 'Coach Kim', ['kim'], ['sam'], undefined],
  ['the text names both', 'Kim and Sam', ['kim', 'sam'], ['sam'], undefined],
  ['nobody is chosen', 'Sam Bell', [], ['sam'], undefined],
  ['a first account is chosen for a text of the school', 'The Lions team', ['kim'], [], undefined],
  ['the text is empty', ' ', ['kim'], ['sam'], undefined],
])('the name of a former coach is noticed where %s: %s', (_, name, chosen, ids, expected) => {
  const before = { coach_name: name, coach_ids: ids };
  expect(coachInsteadOf({ name, chosen }, coaches, before)?.full_name).toBe(expected);
});

it.each([
  ['Sam Bell', [], '2026-09-01', true],
  ['sam  BELL and Kim', ['kim'], '2026-09-01', true],
  ['Coach Sam', ['sam'], '2026-09-01', true],
  ['Coach Sam', ['kim'], '2026-09-01', false],
  ['Kim Ortega', ['sam'], '2026-09-01', false],
  ['Sam Bell', ['sam'], '2026-08-31', false],
])(
  'families still read the name of Sam Bell in %j of %j until %s: %s [COA-02]',
  (text, ids, end, isNamed) => {
    const [kim, sam] = ['kim', 'sam'].map(() => userIdSchema.parse(randomUUID()));
    if (!kim || !sam) throw new Error('Two coaches expected');
    const cls = {
      coach_name: text,
      coach_ids: ids.map((id) => (id === 'sam' ? sam : kim)),
      end_date: date(end),
    };
    const found = classesNaming([cls], { id: sam, full_name: 'Sam Bell' }, date('2026-09-01'));
    expect(found.length === 1).toBe(isNamed);
  },
);
