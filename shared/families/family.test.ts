import { describe, expect, it } from 'vitest';
import { limits } from '#shared/limits';
import { optionalText } from '../lib/values.ts';
import { issuesOf } from '../testing/values.ts';
import { addChildrenSchema, newChildSchema } from './child-input.ts';
import { personSchema } from './profile-input.ts';

const child = { name: 'Robin', date_of_birth: '2018-06-15', medical_conditions: null };

describe('a new child', () => {
  it('is trimmed, and may have no medical conditions [PAR-27]', () => {
    expect(newChildSchema.parse({ ...child, name: '  Robin ', medical_conditions: ' ' })).toEqual(child);
  });

  it.each([
    ['name', ''],
    ['name', '   '],
    ['name', undefined],
    ['date_of_birth', ''],
    ['date_of_birth', undefined],
    ['date_of_birth', null],
  ])('needs its %s, and %j is none [PAR-26]', (field, nothing) => {
    expect(issuesOf(newChildSchema, { ...child, [field]: nothing })).toEqual([
      `${field}: Please enter child name and date of birth`,
    ]);
  });

  it.each(['parent_id', 'id', 'created_at'])('cannot set its %s [PRM-15]', (field) => {
    expect(newChildSchema.safeParse({ ...child, [field]: 'x' }).success).toBe(false);
  });

  it('is added alone or with others, and an empty list is refused [API-25]', () => {
    expect(issuesOf(addChildrenSchema, { children: [child, { ...child, name: 'Kim' }] })).toEqual([]);
    expect(issuesOf(addChildrenSchema, { children: [] })).toEqual(['children: Please add a child']);
    const children = Array.from({ length: limits.childrenPerFamily + 1 }, (_, index) => ({
      ...child,
      name: `Kim ${index}`,
    }));
    expect(issuesOf(addChildrenSchema, { children })).toHaveLength(1);
  });
});

describe('a profile', () => {
  const profile = { full_name: 'Pat Parent', phone_number: '07700 900123' };

  it.each([
    ['', 'Please enter your phone number'],
    ['call me', 'Please enter a valid phone number'],
    ['020 7946 0958 / 07700 900123', 'Please enter only one phone number'],
    ['12', 'This phone number is too short. Please enter it with its area code'],
    [
      '1'.repeat(limits.phoneLength + 1),
      'This is too long for one phone number. Begin a number of another country with its code, like +49',
    ],
  ])('refuses the phone number %j: %s', (phone_number, issue) => {
    expect(issuesOf(personSchema, { ...profile, phone_number })).toEqual([`phone_number: ${issue}`]);
  });

  it.each(['email', 'email_verified', 'role', 'id', 'created_at', 'deleting', 'children_count'])(
    'refuses to change its %s [PRM-04, PRM-17]',
    (field) => {
      expect(personSchema.safeParse({ ...profile, [field]: 'admin' }).success).toBe(false);
    },
  );
});

it.each([
  [undefined, null],
  [' \n\t', null],
  ['\u202aasthma,\u202c\u2028nuts\u00a0', 'asthma,\nnuts'],
  ['<b>asthma</b>\u0000', '<b>asthma</b>'],
])('an optional text makes %j %j', (typed, text) => {
  expect(optionalText(20).parse(typed)).toBe(text);
});

it.each([
  ['x'.repeat(21), 'Use at most 20 characters: this has 21'],
  ['asthma\ud83d', 'Half of a symbol is missing: please type it again'],
  [7, 'Use text'],
])('an optional text is not %j', (typed, message) => {
  expect(issuesOf(optionalText(20), typed)).toEqual([message]);
});
