import { describe, expect, it } from 'vitest';
import { limits } from '#shared/limits';
import { issuesOf } from '../testing/issues.ts';
import { addChildrenSchema, newChildSchema } from './child-input.ts';
import { updateProfileSchema } from './profile-input.ts';
import { optionalText } from './values.ts';

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

  it('requires an existing date of birth [DAT-03]', () => {
    expect(issuesOf(newChildSchema, { ...child, date_of_birth: '15/06/2018' })).toEqual([
      'date_of_birth: Use a date like 2026-09-05',
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

  it.each(['07700 900123', '+44 20 7946 0958', '(020) 7946-0958', '0049.30.123456', '030/123456'])(
    'takes the phone number %s',
    (phone_number) => {
      expect(updateProfileSchema.parse({ ...profile, phone_number })).toEqual({ ...profile, phone_number });
    },
  );

  it.each(['call me', 'pat@example.com', '<script>', '1'.repeat(limits.phoneLength + 1)])(
    'refuses the phone number %s',
    (phone_number) => {
      expect(issuesOf(updateProfileSchema, { ...profile, phone_number })).toHaveLength(1);
    },
  );

  it.each(['email', 'email_verified', 'role', 'id', 'created_at', 'deleting', 'children_count'])(
    'refuses to change its %s [PRM-04, PRM-17]',
    (field) => {
      expect(updateProfileSchema.safeParse({ ...profile, [field]: 'admin' }).success).toBe(false);
    },
  );
});

describe('optionalText', () => {
  const notes = optionalText(20);

  it.each([
    [undefined, null],
    [null, null],
    ['', null],
    [' \n\t', null],
    [' asthma ', 'asthma'],
    ['asthma,\r\nnuts', 'asthma,\nnuts'],
    ['<b>asthma</b>', '<b>asthma</b>'],
    [' '.repeat(30), null],
  ])('makes %j %j', (typed, text) => {
    expect(notes.parse(typed)).toBe(text);
  });

  it.each([
    ['x'.repeat(21), 'Use at most 20 characters'],
    ['asthma\u0000', 'Remove the special characters'],
    ['asthma\ud83d', 'Remove the special characters'],
    [7, 'Use text'],
  ])('refuses %j', (typed, message) => {
    expect(issuesOf(notes, typed)).toEqual([message]);
  });
});
