import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { phonePieces, readPhone } from '#shared/lib/phone-number';
import { authenticatorCodeSchema, recoverSecondFactorSchema } from '../accounts/second-factor.ts';
import { phoneNumberSchema } from '../families/profile-input.ts';
import { secondReferenceSchema, setSecondReferenceSchema } from '../ledger/references.ts';
import { emailSchema } from './email.ts';
import { amountTextSchema } from './money.ts';
import { searchTextSchema } from './search-text.ts';
import { multiLineText, optionalText, singleLineText, typedLine } from './values.ts';

const long = 200_000;

afterEach(() => vi.restoreAllMocks());

/** How often a text of such a length is rewritten or searched while something runs. */
const countReadings = (work: () => unknown): number => {
  const readings: unknown[] = [];
  const spied = [
    ...(['replace', 'replaceAll', 'normalize', 'split', 'match', 'trim'] as const).map((name) =>
      vi.spyOn(String.prototype, name),
    ),
  ];
  work();
  for (const spy of spied)
    readings.push(...spy.mock.contexts.filter((context) => String(context).length >= long));
  vi.restoreAllMocks();
  return readings.length;
};

describe('a text of 200,000 characters', () => {
  it.each<[string, z.core.$ZodType, (text: string) => unknown]>([
    ['a line', typedLine(), (text) => text],
    ['a name', singleLineText(120, 'Required'), (text) => text],
    ['a note', optionalText(500), (text) => text],
    ['a message', multiLineText(5_000, 'Required'), (text) => text],
    ['a search', searchTextSchema, (text) => text],
    ['a phone number', phoneNumberSchema, (text) => text],
    ['an email', emailSchema, (text) => text],
    ['an amount', amountTextSchema, (text) => text],
    ['a reference', secondReferenceSchema, (text) => text],
    ['a reference to set', setSecondReferenceSchema, (second_reference) => ({ second_reference })],
    ['a code of an app', authenticatorCodeSchema, (text) => text],
    ['a recovery code', recoverSecondFactorSchema.shape.recovery_code, (text) => text],
  ])('is refused by its length before %s is cleaned or read', (_, schema, wrap) => {
    for (const text of ['1'.repeat(long), ' '.repeat(long), '+1 '.repeat(long / 2), 'a@'.repeat(long / 2)]) {
      let isAccepted = true;
      expect(
        countReadings(() => {
          isAccepted = z.safeParse(schema, wrap(text)).success;
        }),
      ).toBe(0);
      expect(isAccepted).toBe(false);
    }
  });

  it('is no phone number, and has no parts to search for', () => {
    const text = '0 '.repeat(long / 2);
    let read: unknown;
    expect(countReadings(() => (read = [readPhone(text), phonePieces(text)]))).toBe(0);
    expect(read).toEqual(['long', []]);
  });
});
