import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { tooLongIssue } from './values.ts';

it.each([
  ['a'.repeat(500), undefined],
  ['a'.repeat(501), 'Use at most 500 characters: this has 501'],
  ['😀'.repeat(500), undefined],
  ['😀'.repeat(501), 'Use at most 500 characters: this has 501'],
  ['é'.repeat(2_040), 'Use at most 500 characters: this has 2,040'],
])('of %s is %s', (text, issue) => {
  expect(tooLongIssue(text, 500)).toBe(issue);
});

it('is there where and only where a schema refuses the text, so that a field and the API agree', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
      const isAccepted = z.string().check(z.maxLength(5)).safeParse(text).success;
      expect(tooLongIssue(text, 5) === undefined).toBe(isAccepted);
    }),
  );
});
