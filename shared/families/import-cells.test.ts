import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceIn, emailsIn, nameInOrder, phonesIn, readName, readText } from './import-cells.ts';

describe('a cell', () => {
  it.each<[string, string[], string]>([
    ['ana@example.com', ['ana@example.com'], ''],
    ['ana@', [], 'ana@'],
    ["sam.o'neil@example.com", ["sam.o'neil@example.com"], ''],
    ["Mum:'ana@example.com', 'bo@example.com'", ['ana@example.com', 'bo@example.com'], 'Mum'],
    ['ask Leo', [], 'ask Leo'],
  ])('“%s” has the emails %j, and “%s” besides [IMP-10]', (cell, values, rest) => {
    expect(emailsIn(cell)).toEqual({ values, rest });
  });

  it('with a picture as text has no email, and is read to its end [IMP-10]', () => {
    const picture = 'x'.repeat(500_000);
    expect(emailsIn(picture)).toEqual({ values: [], rest: picture });
  });

  it.each<[string, string[], string]>([
    ['07700 900123', ['07700 900123'], ''],
    ['07700 900123 (mum)', ['07700 900123'], 'mum'],
    ['07700 900123 07700 900456', ['07700 900123', '07700 900456'], ''],
    ['07700 900123 or 020 7946 0958', ['07700 900123', '020 7946 0958'], ''],
    ['call me', [], 'call me'],
    ['12', [], '12'],
  ])('“%s” has the phone numbers %j, and “%s” besides [IMP-10]', (cell, values, rest) => {
    expect(phonesIn(cell)).toEqual({ values, rest });
  });

  it('gives each number that stands in it, whatever words are around [IMP-10]', () => {
    const phone = fc.constantFrom('07700 900123', '+44 7700 900456', '020 7946 0958', '(07700) 900789');
    const word = fc.constantFrom('', 'mum', 'Dad:', '(work)', 'ring after 6pm please');
    const sign = fc.constantFrom(', ', '; ', ' / ', ' or ', ' ::: ', '\n');
    fc.assert(
      fc.property(
        fc.uniqueArray(phone, { minLength: 1, maxLength: 3 }),
        word,
        word,
        sign,
        (phones, before, behind, between) => {
          const cell = `${before} ${phones.join(between)} ${behind}`.trim();
          expect(phonesIn(cell).values).toEqual(phones);
        },
      ),
    );
  });

  it('that says nothing in words is empty, but for names of people [IMP-09]', () => {
    const [nothing, text] = ['none|N/A|-|keine|tbc|?', '="07700 900101"|No nuts'].map((list) =>
      list.split('|'),
    );
    expect(nothing?.map(readText).join('')).toBe('');
    expect(text?.map(readText)).toEqual(['07700 900101', 'No nuts']);
    expect(['none', 'None', '-', 'n/a'].map(readName).join('')).toBe('');
    expect(['Na', 'Non', 'Nil', 'NADA'].map(readName)).toEqual(['Na', 'Non', 'Nil', 'NADA']);
  });

  it.each([
    ['20.00 CR', -2_000],
    ['20 C', -2_000],
    ['-20.00', -2_000],
    ['-20.00 CR', -2_000],
    ['20.00 DR', 2_000],
    ['20,00 S', 2_000],
    ['0.00 DR', null],
  ])('“%s” is a balance of %j cents [IMP-02]', (cell, cents) => {
    expect(balanceIn(cell)).toEqual({ cents });
  });

  it('with a minus and a word for a debt is no balance [IMP-02]', () => {
    expect(balanceIn('-20.00 DR')).toEqual({ issue: 'The balance “-20.00 DR” cannot be read' });
  });

  it('with a last name first is a name in order [IMP-07]', () => {
    const names = ['Novak, Ana', 'Ana Novak', 'Novak, Jr.', 'a, b, c'].map(nameInOrder);
    expect(names).toEqual(['Ana Novak', 'Ana Novak', 'Novak, Jr.', 'a, b, c']);
  });
});
