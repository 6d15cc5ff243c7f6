import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { coachCheckNames } from '../accounts/coaches.ts';
import { familyRoleNames } from '../families/members.ts';
import { paymentMethodNames } from '../ledger/ledger-lines.ts';
import { stopTexts } from '../messages/unsent.ts';
import { attendanceNames } from '../registers/register.ts';
import { roleNames } from '../roles.ts';
import { dueRuleNames } from '../school/setting-texts.ts';
import { cancellationReasonNames } from '../sessions/slot.ts';
import { parseTolerantly } from './tolerant.ts';

const day = z.enum(['mon', 'tue']);
const shape = z.strictObject({
  day,
  days: z.array(day),
  by_name: z.record(z.string(), z.nullable(day)),
  maybe: z.optional(z._default(day, 'mon')),
  reduction: z.discriminatedUnion('by', [
    z.strictObject({ by: z.literal('percent'), percent: z.int() }),
    z.strictObject({ by: z.literal('amount'), amount: z.int() }),
  ]),
  code: z.pipe(z.string(), z.transform(Number)),
});
const value = {
  day: 'mon',
  days: ['mon', 'tue'],
  by_name: { a: 'tue', b: null },
  maybe: 'tue',
  reduction: { by: 'percent', percent: 5 },
  code: '12',
} as const;

describe('what a newer version stored [REL-01]', () => {
  it('is read as the schema says where the schema knows all of it', () => {
    expect(parseTolerantly(shape, value)).toEqual({ ...value, code: 12 });
  });

  it.each([
    ['a key', { ...value, more: 1 }, { ...value, code: 12 }],
    [
      'a key of an option',
      { ...value, reduction: { by: 'percent', percent: 5, more: 1 } },
      { ...value, code: 12 },
    ],
    ['a choice', { ...value, day: 'wed' }, { ...value, day: 'wed', code: 12 }],
    ['a choice in a list', { ...value, days: ['wed', 'mon'] }, { ...value, days: ['wed', 'mon'], code: 12 }],
    ['a choice in a map', { ...value, by_name: { a: 'wed' } }, { ...value, by_name: { a: 'wed' }, code: 12 }],
    ['an optional choice', { ...value, maybe: 'wed' }, { ...value, maybe: 'wed', code: 12 }],
    [
      'an option of a union',
      { ...value, reduction: { by: 'months', months: 2 } },
      { ...value, reduction: { by: 'months', months: 2 }, code: 12 },
    ],
  ])('is read where it has %s that is not known', (_, stored, read) => {
    expect(parseTolerantly(shape, stored)).toEqual(read);
  });

  it.each([
    ['a number in place of a choice', { ...value, day: 3 }],
    ['a known option without its field', { ...value, reduction: { by: 'percent' } }],
    ['a field that is missing', { ...value, code: undefined }],
  ])('is refused for %s', (_, stored) => {
    expect(() => parseTolerantly(shape, stored)).toThrow();
  });

  it('keeps the checks of an object', () => {
    const pair = z.strictObject({ day, other: day }).check(z.refine(({ day: one, other }) => one !== other));
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const read = () => parseTolerantly(pair, { day: one, other, more: true });
        if (one === other) expect(read).toThrow();
        else expect(read()).toEqual({ day: one, other });
      }),
    );
  });
});

describe('a value of a choice that a newer version stored [REL-01]', () => {
  it.each(
    Object.entries({
      ...{ roleNames, familyRoleNames, coachCheckNames, attendanceNames, cancellationReasonNames },
      ...{ paymentMethodNames, dueRuleNames, stopTexts },
    }),
  )('is shown as it is: %s', (_, names: Readonly<Record<string, string>>) => {
    expect(names['newer-value']?.toLowerCase()).toBe('newer-value');
  });
});
