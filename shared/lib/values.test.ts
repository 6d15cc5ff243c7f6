import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { isLeapYear } from '../testing/session-calendars.ts';
import { issuesOf } from '../testing/values.ts';
import {
  calendarDateSchema,
  centsSchema,
  instantOf,
  instantSchema,
  singleLineText,
  tooLongIssue,
  wallTimeSchema,
} from './values.ts';

describe('calendarDateSchema', () => {
  it.each(['2025-09-06', '2028-02-29', '2000-02-29', '1900-01-01', '2199-12-31'])(
    'takes %s [DAT-03]',
    (text) => {
      expect(calendarDateSchema.parse(text)).toBe(text);
    },
  );

  it.each(['', '06/09/2025', '2025-09-06T00:00:00Z', ' 2025-09-06', '2025-09-06\n', '２０２５-09-06'])(
    'refuses %j, which is written in another way [DAT-03]',
    (text) => {
      expect(issuesOf(calendarDateSchema, text)).toEqual(['Use a date like 2026-09-05']);
    },
  );

  it.each(['0019-09-06', '0201-09-06', '1899-12-31', '2200-01-01', '20190-09-06'])(
    'asks for the whole year instead of %s',
    (text) => {
      expect(issuesOf(calendarDateSchema, text)).toEqual([
        'Please check the year: write it in full, like 2019',
      ]);
    },
  );

  it.each(['2025-02-29', '2025-04-31', '2025-13-01', '2025-01-32'])(
    'refuses %s, which is in no calendar [DAT-03]',
    (text) => {
      expect(issuesOf(calendarDateSchema, text)).toEqual(['This date does not exist']);
    },
  );

  it.each([null, undefined, 20250906, new Date('2025-09-06'), ['2025-09-06']])('refuses %o', (value) => {
    expect(calendarDateSchema.safeParse(value).success).toBe(false);
  });

  it('accepts 29 February in leap years only', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2199 }), (year) => {
        expect(calendarDateSchema.safeParse(`${year}-02-29`).success).toBe(isLeapYear(year));
      }),
    );
  });
});

describe('wallTimeSchema', () => {
  it.each(['00:00', '09:30', '23:59', '09:30:00', '23:59:59'])('takes %s [DAT-08]', (text) => {
    expect(wallTimeSchema.parse(text)).toBe(text);
  });

  it.each(['', '9:30', '24:00', '12:60', '09:30:00.000', '9:30 AM', '09:30\n'])(
    'refuses %j [DAT-08]',
    (text) => {
      expect(issuesOf(wallTimeSchema, text)).toEqual(['Use a time like 09:30']);
    },
  );
});

describe('centsSchema', () => {
  it.each([0, 1, 2_000, Number.MAX_SAFE_INTEGER])('takes %d', (amount) => {
    expect(centsSchema.parse(amount)).toBe(amount);
  });

  it.each([-1, 0.5, 19.99, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '2000', null, 2_000n])(
    'refuses %s',
    (amount) => {
      expect(centsSchema.safeParse(amount).success).toBe(false);
    },
  );
});

describe('instantSchema', () => {
  it('accepts the output of Date', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), noInvalidDate: true, max: new Date('9999-12-31') }), (now) => {
        expect(instantOf(now)).toBe(now.toISOString());
      }),
    );
  });

  it.each([
    '2026-09-05T10:00:00Z',
    '2026-09-05T10:00:00.000+01:00',
    '2026-09-05',
    '2026-02-30T10:00:00.000Z',
  ])('refuses %s, which would not compare as text', (text) => {
    expect(instantSchema.safeParse(text).success).toBe(false);
  });
});

describe('singleLineText', () => {
  const required = 'Please enter a name';
  const nameSchema = singleLineText(20, required);

  it.each([
    ['  Mia Jones ', 'Mia Jones'],
    ['Mia \t\n Jones', 'Mia Jones'],
    ['Zoe\u0308', 'Zo\u00eb'],
    ['李小龍', '李小龍'],
    // A name that needs its invisible joiner, and a symbol made with one.
    ['علی\u200cرضا', 'علی\u200cرضا'],
    ['Mi\u00ada\u200b', 'Mia'],
    ['Mia\u0000\u007f', 'Mia'],
    [`\u202a${'x'.repeat(20)}\u202c`, 'x'.repeat(20)],
    ['<b>Mia</b> & "co"', '<b>Mia</b> & "co"'],
    [` ${'x'.repeat(20)} `, 'x'.repeat(20)],
  ])('makes %j %j', (typed, text) => {
    expect(nameSchema.parse(typed)).toBe(text);
  });

  it.each(['', ' ', '\u200b', '\u2060\u200d', '\u2800\u3164', undefined, null, 7])(
    'takes %j as nothing entered',
    (typed) => {
      expect(issuesOf(nameSchema, typed)).toEqual([required]);
    },
  );

  it.each(['\ud83dMia', 'Mia\udc67'])('refuses the half character of %j', (typed) => {
    expect(issuesOf(nameSchema, typed)).toEqual(['Half of a symbol is missing: please type it again']);
  });

  it('refuses a text that is too long after trimming', () => {
    expect(issuesOf(nameSchema, 'x'.repeat(21))).toEqual(['Use at most 20 characters: this has 21']);
    // A symbol of two UTF-16 units is one character, in the limit and in the text.
    expect(issuesOf(nameSchema, '🏆'.repeat(20))).toEqual([]);
    expect(issuesOf(nameSchema, '🏆'.repeat(21))).toEqual(['Use at most 20 characters: this has 21']);
  });

  it('accepts its own result unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (typed) => {
        const first = nameSchema.safeParse(typed);
        fc.pre(first.success);
        expect(nameSchema.parse(first.data)).toBe(first.data);
        expect(first.data).toMatch(/^\S(.*\S)?$/su);
      }),
    );
  });
});

it.each([
  ['a'.repeat(500), undefined],
  ['a'.repeat(501), 'Use at most 500 characters: this has 501'],
  ['😀'.repeat(500), undefined],
  ['😀'.repeat(501), 'Use at most 500 characters: this has 501'],
  ['é'.repeat(2_040), 'Use at most 500 characters: this has 2,040'],
])('the issue of the length of %s is %s', (text, issue) => {
  expect(tooLongIssue(text, 500)).toBe(issue);
});

it('the issue of a length is there where and only where a schema refuses the text, so that a field and the API agree', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
      const isAccepted = z.string().check(z.maxLength(5)).safeParse(text).success;
      expect(tooLongIssue(text, 5) === undefined).toBe(isAccepted);
    }),
  );
});
