import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { issuesOf } from '../testing/values.ts';
import {
  applicationIdSchema,
  bookingIdSchema,
  childIdSchema,
  classIdSchema,
  idempotencyKeySchema,
  offerIdSchema,
  slotIdSchema,
  userIdSchema,
} from './ids.ts';

const ulidText = '01J6Z3W8Q4V5N7M2K9R1T0XYZA';

describe.each([
  ['cls', classIdSchema],
  ['slt', slotIdSchema],
  ['bkg', bookingIdSchema],
  ['chd', childIdSchema],
  ['wai', applicationIdSchema],
  ['ofr', offerIdSchema],
] as const)('an id with the prefix %s', (prefix, schema) => {
  it('is its prefix and any ULID', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), fc.nat(131_071), (low, high) => {
        const id = `${prefix}_${ulid(high * 2 ** 31 + low)}`;
        expect(schema.parse(id)).toBe(id);
      }),
    );
  });

  it.each(['cls', 'slt', 'bkg', 'chd', 'wai', 'ofr', 'usr', ''].filter((other) => other !== prefix))(
    'is not one with the prefix "%s"',
    (other) => {
      expect(schema.safeParse(`${other}_${ulidText}`).success).toBe(false);
    },
  );

  it.each([
    ['in lower case', ulidText.toLowerCase()],
    ['too short', ulidText.slice(1)],
    ['too long', `${ulidText}0`],
    ['after the last time', `8${ulidText.slice(1)}`],
    ['with a letter that is none', `${ulidText.slice(1)}U`],
    ['with a separator of keys', `${ulidText.slice(1)}#`],
    ['with a line after it', `${ulidText}\n`],
    ['with a path in it', `../${ulidText.slice(3)}`],
  ])('is not a ULID %s', (_, text) => {
    expect(schema.parse(`${prefix}_${ulidText}`)).toBe(`${prefix}_${ulidText}`);
    expect(schema.safeParse(`${prefix}_${text}`).success).toBe(false);
  });
});

describe('userIdSchema', () => {
  it.each([
    ['a random UUID', randomUUID()],
    // As newer user pools give them out: version 7 digits, Microsoft's variant.
    ['an id with variant bits 110x', 'd4988408-2091-70b0-cd6a-3ad6b7a9e0ed'],
  ])('takes %s', (_, id) => {
    expect(userIdSchema.parse(id)).toBe(id);
  });

  it.each([
    '',
    'me',
    'd4988408209170b0cd6a3ad6b7a9e0ed',
    '{d4988408-2091-70b0-cd6a-3ad6b7a9e0ed}',
    'd4988408-2091-70b0-cd6a-3ad6b7a9e0e#',
    'd4988408-2091-70b0-cd6a-3ad6b7a9e0ed\n',
  ])('refuses %j', (id) => {
    expect(userIdSchema.safeParse(id).success).toBe(false);
  });
});

describe('idempotencyKeySchema', () => {
  it.each([randomUUID(), ulid(), 'a'.repeat(16), '_-'.repeat(32)])('takes %s', (key) => {
    expect(idempotencyKeySchema.parse(key)).toBe(key);
  });

  it.each([
    '',
    'a'.repeat(15),
    'a'.repeat(65),
    `${'a'.repeat(16)}#`,
    `${'a'.repeat(16)}é`,
    `${'a'.repeat(16)}\n`,
  ])('refuses %j, and says what a key is', (key) => {
    expect(issuesOf(idempotencyKeySchema, key)).toEqual([
      'Idempotency-Key must be 16 to 64 letters, digits, - or _',
    ]);
  });
});
