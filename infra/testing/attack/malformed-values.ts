import fc from 'fast-check';

/** Part of many generated texts. A response that contains it repeats its input. */
export const marker = 'echo-7f3a';
const script = `<script>alert("${marker}")</script>`;

const texts = [
  ...['', ' ', 'NaN', 'undefined', 'null', '-1', '1e999', '0x10', '__proto__', script],
  ...['2026-02-30', '0000-00-00', '9999-12-31', '24:00', 'a@b.co', `${marker}@example.com`],
  ...['https://example.com/x.png', 'javascript:alert(1)', '../../../etc/passwd', `${marker}#BOOKING`],
  ...['cls', 'bkg', 'act', 'slt'].map((kind) => `${kind}_7${'Z'.repeat(25)}`),
  ...['chd_00000000000000000000000000', '00000000-0000-0000-0000-000000000000'],
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  `"><img src=x onerror=${marker}>`,
  `'; DROP TABLE ${marker}; --`,
  `{{constructor.constructor("${marker}")()}}`,
  `\r\nSet-Cookie: ${marker}=1`,
  ...['\u0000', `${marker}\u0000`, '\u202e\u2066\u200b\ufeff', '\ud800', `${marker}\udc00`, '\uffff'],
  ...['👨‍👩‍👧‍👦', 'e\u0301'.repeat(30), 'ﷺ'.repeat(40)],
];

const numbers = [
  ...[0, -0, -1, 0.1, 1.5, 1e21, 1e308, -1e308, Number.MIN_VALUE],
  ...[2 ** 31, 2 ** 53 - 1, 2 ** 53, -(2 ** 53)],
];

const nested = (depth: number, isList: boolean): unknown => {
  let value: unknown = marker;
  for (let level = 0; level < depth; level += 1) value = isList ? [value] : { a: value };
  return value;
};

/** Names with a meaning in JavaScript, in the table or in tokens. `Object.fromEntries` makes plain fields of them. */
export const reservedName = fc.constantFrom(
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', ''],
  ...['PK', 'SK', 'role', 'cognito:groups', 'email_verified', script, marker],
);

export const unusualText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) },
  { weight: 1, arbitrary: fc.nat(4_000).map((length) => 'x'.repeat(length)) },
);

const unusualObject: fc.Arbitrary<unknown> = fc
  .tuple(reservedName, fc.oneof(unusualText, fc.constantFrom(...numbers, null, true)))
  .map(([name, value]) => Object.fromEntries([[name, value]]));

/** An object with a `length` that cannot be compared with a number. */
const withoutLength = { length: { toString: 1, valueOf: 1 } };

/** Values that no field accepts: another type, null, too long, too deep. */
export const unusualValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: unusualText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, ...numbers) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>([], {}, [[]], [null], [{}], withoutLength) },
  { weight: 1, arbitrary: unusualObject },
  { weight: 1, arbitrary: fc.array(unusualText, { maxLength: 30 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(1_500), fc.boolean()).map(([depth, isList]) => nested(depth, isList)),
  },
);
