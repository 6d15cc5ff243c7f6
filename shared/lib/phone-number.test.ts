import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { brand, phoneLink, sampleFacts } from '#shared/brand';
import { callLink, cleanPhone, phoneKey, phonePieces, readPhone } from './phone-number.ts';

it('reads numbers of the country of the school', () => {
  expect(sampleFacts.phone).toMatch(new RegExp(`^\\+${brand.contact.numbering.callingCode}\\b`));
  expect(callLink(sampleFacts.phone)).toBe(phoneLink);
});

describe('writings of one number', () => {
  it.each([
    '07700900555',
    '07700 900555',
    '07700/900555',
    '+44 7700 900555',
    '+44 (0)7700 900555',
    '+44 07700 900555',
    '(+44) 7700 900555',
    '0044 7700 900555',
    '447700900555',
    '7700 900555',
    '\u202a+44 7700\u2011900555\u202c',
    '０７７００ ９００５５５',
    '٠٧٧٠٠٩٠٠٥٥٥',
    'tel:+44-7700-900555',
    'Phone: 07700 900555',
    'Mob 07700 900555',
    'WhatsApp: +44 7700 900555',
    '☎ 07700 900555',
    '📱\ufe0f 07700 900555',
    '07700 900555.',
    '07700900555; ',
    "'07700900555",
    '<07700 900555>',
    '(44) (0)7700 900555',
    '+44 (07700) 900555',
    '07700\u30fb900555',
  ])('%j has the key of the others', (text) => {
    expect(phoneKey(text)).toBe('07700900555');
  });

  it.each([
    ['07700900555', 'tel:07700900555'],
    ['+44 (0)20 7946 0958', 'tel:+442079460958'],
    ['+44 020 7946 0958', 'tel:+442079460958'],
    ['447700900555', 'tel:+447700900555'],
    ['7700 900555', 'tel:+447700900555'],
    ['946 0958', 'tel:9460958'],
    ['+49 (0) 7471/9302-0', 'tel:+49747193020'],
    // Italy: the 0 is dialled from everywhere.
    ['+39 (0)6 1234 5678', 'tel:+390612345678'],
    ['+39 06 1234 5678', 'tel:+390612345678'],
    ['+1.201.555.0123', 'tel:+12015550123'],
    ['+683 4002', 'tel:+6834002'],
    ['+353 1/890 1234', 'tel:+35318901234'],
    ['020 7946 0958 ext. 12', 'tel:02079460958;ext=12'],
    ['+44 20 7946 0958 x12', 'tel:+442079460958;ext=12'],
    ['020 7946 0958 #7', 'tel:02079460958;ext=7'],
    ['020 7946 0958 (ext 12)', 'tel:02079460958;ext=12'],
    ['tel:+44-20-7946-0958;ext=12', 'tel:+442079460958;ext=12'],
  ])('%j is called by %s', (text, link) => {
    expect(callLink(text)).toBe(link);
    expect(callLink(cleanPhone(text))).toBe(link);
  });
});

describe('readPhone', () => {
  it.each([
    '020 7946 0958 / 07700 900123',
    '020 7946 0958 / 0959',
    '020 7946 0958/9',
    '020 7946 0958, 07700 900123',
    '020 7946 0958 | 07700 900123',
    '020 7946 0958 or 07700 900123',
    '020 7946 0958 and 0959',
    '+44 20 7946 0958 +44 7700 900123',
    '900123/900124',
  ])('finds several numbers in %j', (text) => {
    expect(readPhone(text)).toBe('several');
    expect(callLink(text)).toBeUndefined();
    expect(phoneKey(text)).toBeUndefined();
  });

  it.each([
    '020 7946 0958 07700 900123',
    '020 7946 0958 0959',
    '07700 900123 - 07700 900124',
    '+44 20 7946 0958 07700',
    '+12345678901234567',
    '4915112345678',
  ])('takes %j as too long for one', (text) => {
    expect(readPhone(text)).toBe('long');
  });

  it.each(['1', '12', '999', '+44', '+44 20', '020', '(020)'])('takes %j as too short', (text) => {
    expect(readPhone(text)).toBe('short');
  });

  it.each([
    ...['', '(', ')', '+', '()', '++', '+()', '-', '/', '...', '+-', '☎'],
    ...[
      'call me',
      '020 call me',
      'pat@example.com',
      '020 7946 0958 (work)',
      '020) 7946 0958',
      '(020 7946 0958',
    ],
    ...['((020)) 7946 0958', '020+7946', '-020 7946 0958 <', '+0 20 7946 0958', '020 7946 0958 ext'],
  ])('takes %j as no number', (text) => {
    expect(['invalid', 'several']).toContain(readPhone(text));
  });

  it('reads a cleaned text as the typed one', () => {
    const typed = fc.string({ unit: fc.constantFrom(...'0123479+()-/., x#４٤\u202a\u2011\u00a0tm:;\'"<☎') });
    fc.assert(
      fc.property(typed, (text) => {
        expect(readPhone(cleanPhone(text))).toEqual(readPhone(text));
        expect(cleanPhone(cleanPhone(text))).toBe(cleanPhone(text));
      }),
      { numRuns: 2_000 },
    );
  });
});

it('a text of 200,000 characters is no phone number and has no parts to search for, without being read', () => {
  const text = '0 '.repeat(100_000);
  const spied = (['replace', 'replaceAll', 'normalize', 'split', 'match', 'trim'] as const).map((name) =>
    vi.spyOn(String.prototype, name),
  );
  const read = [readPhone(text), phonePieces(text)];
  const readings = spied.flatMap((spy) => spy.mock.contexts.filter((one) => String(one) === text));
  vi.restoreAllMocks();
  expect([read, readings]).toEqual([['long', []], []]);
});

describe('a part of a number', () => {
  it.each([
    ['0770', ['0770']],
    ['+44 77', ['077']],
    ['0044 (0)77', ['077']],
    ['+44 077', ['077']],
    ['4477', ['4477', '077']],
    ['44077', ['44077', '077']],
    ['900 555', ['900555']],
    ['+49 30', ['4930']],
  ])('typed as %j is %j in keys', (text, parts) => {
    expect(phonePieces(text)).toEqual(parts);
  });
});
