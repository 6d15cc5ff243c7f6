import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  dayOrderOf,
  decimalSignOf,
  isUnclearAmount,
  looksLikeAmount,
  looksLikeDay,
  readBankAmount,
  readBankDay,
} from './cells.ts';

describe('an amount of a bank file', () => {
  it.each([
    ['1,250.00', 125_000, false],
    ['1.250,00', 125_000, false],
    ["1'250.00", 125_000, false],
    ['1\u202F250,00', 125_000, false],
    ['+20.00', 2_000, false],
    ['-20.00', 2_000, true],
    ['\u221220.00', 2_000, true],
    ['20.00-', 2_000, true],
    ['(20.00)', 2_000, true],
    ['-$20.00', 2_000, true],
    ['$-20.00', 2_000, true],
    ['20.00 CR', 2_000, false],
    ['20.00 DR', 2_000, true],
    ['20,00 S', 2_000, true],
    ['="20.00"', 2_000, false],
    ['20.0000', 2_000, false],
  ])('reads %s', (text, cents, isOutgoing) => {
    expect(readBankAmount(text)).toEqual({ cents, isOutgoing });
  });

  it.each([
    ['', { issue: 'empty' }],
    ['twenty', { issue: 'unreadable' }],
    ['--20', { issue: 'unreadable' }],
    ['1.250', { issue: 'unreadable' }],
    ['20.123', { issue: 'unreadable' }],
    ['\u20AC20.00', { issue: 'currency', currency: '\u20AC' }],
    ['20,00 EUR', { issue: 'currency', currency: 'EUR' }],
  ])('refuses %j', (text, issue) => {
    expect(readBankAmount(text)).toEqual(issue);
  });

  it('reads thousands without cents where the column has another decimal sign', () => {
    expect(readBankAmount('1.250', decimalSignOf(['20,00', '1.250']))).toMatchObject({ cents: 125_000 });
    expect(readBankAmount('1.250', decimalSignOf(['20.00', '1.250']))).toEqual({ issue: 'unreadable' });
  });

  it('reads every amount the same in every way of writing it', () => {
    const shapes: readonly ((whole: string, cents: string) => string)[] = [
      (whole, cents) => `${whole}.${cents}`,
      (whole, cents) => `${whole},${cents}`,
      (whole, cents) => `${Number(whole).toLocaleString('en-US')}.${cents}`,
      (whole, cents) => `${Number(whole).toLocaleString('de-DE')},${cents}`,
      (whole, cents) => `$${whole}.${cents} CR`,
    ];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.constantFrom(...shapes), (amount, shape) => {
        const text = shape(String(Math.trunc(amount / 100)), String(amount % 100).padStart(2, '0'));
        expect(readBankAmount(text)).toEqual({ cents: amount, isOutgoing: false });
      }),
    );
  });
});

describe('a cell of 20,000 characters', () => {
  /** How often a text of such a length is searched or rewritten. */
  const countReadings = (work: () => unknown): number => {
    const rewritten = (['replace', 'replaceAll', 'normalize', 'trim'] as const).map((name) =>
      vi.spyOn(String.prototype, name),
    );
    const searched = (['test', 'exec'] as const).map((name) => vi.spyOn(RegExp.prototype, name));
    work();
    const texts = [
      ...rewritten.flatMap((spy) => spy.mock.contexts.map(String)),
      ...searched.flatMap((spy) => spy.mock.calls.map(([text]) => String(text))),
    ];
    vi.restoreAllMocks();
    return texts.filter((text) => text.length >= 20_000).length;
  };

  it.each(['(', '0', '1,', '- ', ' ', '$'])(
    'of “%s” is no amount and no date, and is not read [BNK-05]',
    (part) => {
      const cell = part.repeat(20_000 / part.length);
      let read: unknown;
      const readings = countReadings(() => {
        read = [
          readBankAmount(cell),
          looksLikeAmount(cell),
          isUnclearAmount(cell),
          decimalSignOf([cell]),
          readBankDay(cell, 'day-first'),
          looksLikeDay(cell),
          dayOrderOf([cell]),
        ];
      });
      expect(read).toEqual([{ issue: 'unreadable' }, false, false, null, undefined, false, 'either']);
      expect(readings).toBe(0);
    },
  );
});
