import { describe, expect, it } from 'vitest';
import { limits } from '#shared/limits';
import { emailRequestSchema, emailSchema } from '../lib/email.ts';
import { issuesOf } from '../testing/values.ts';
import { deleteAccountSchema, resetPasswordSchema, signUpSchema } from './routes.ts';

const child = { name: 'Robin', date_of_birth: '2018-06-15', medical_conditions: '' };
const signUp = {
  email: 'pat@example.com',
  password: 'secret',
  full_name: 'Pat Parent',
  phone_number: '07700 900123',
  children: [child],
};

describe('emailSchema', () => {
  it.each([
    ['pat@example.com', 'pat@example.com'],
    ['  Pat.Parent+Class@Example.COM\n', 'pat.parent+class@example.com'],
    [
      `${'p'.repeat(30)}@${'a'.repeat(50)}.${'b'.repeat(limits.emailLength - 86)}.com`,
      `${'p'.repeat(30)}@${'a'.repeat(50)}.${'b'.repeat(limits.emailLength - 86)}.com`,
    ],
    ['tom&co@example.com', 'tom&co@example.com'],
    ['pat@123.example', 'pat@123.example'],
    ['pat@xn--mller-kva.xn--p1ai', 'pat@xn--mller-kva.xn--p1ai'],
    // As copied from an address book, and typed on a Japanese keyboard.
    ['\u202apat\u200b@example.com\u202c', 'pat@example.com'],
    ['ｐａｔ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'pat@example.com'],
    ['anna@müller。de', 'anna@xn--mller-kva.de'],
  ])('makes %j %j', (typed, email) => {
    expect(emailSchema.parse(typed)).toBe(email);
  });

  it.each(['', '  ', undefined, null, 7])('treats %j as missing [AUT-14]', (typed) => {
    expect(issuesOf(emailSchema, typed)).toEqual(['Please enter your email']);
  });

  const refused = `pat / pat@ / @example.com / pat@example / pat@example.com, eve@example.com / "pat"@example.com /
    .pat@example.com / pat.@example.com / pat@-example.com / pat@example.com. / pat@[192.168.0.1] / zoë@example.com`;
  it.each([
    ...refused.split(' / ').map((one) => one.trim()),
    ...['pat@example.com\nBcc: eve@example.com', 'pat@müller/.de', `${'a'.repeat(65)}@example.com`],
  ])('refuses %j', (typed) => {
    expect(issuesOf(emailSchema, typed)).toEqual(['Please enter a valid email address']);
  });

  it('refuses what the user pool refuses as a user name', () => {
    const long = `${'p'.repeat(30)}@${'a'.repeat(50)}.${'b'.repeat(limits.emailLength - 85)}.com`;
    expect(issuesOf(emailSchema, long)).toEqual(['Use at most 128 characters: this has 129']);
  });
});

describe('a new password', () => {
  const issues = (newPassword: unknown) => issuesOf(resetPasswordSchema, { token: 't', newPassword });

  it.each(['secret', '123456', 'pass word', 'ßßßßßß', '🦁🦁🦁🦁🦁🦁', '<b>"&\'', 'x'.repeat(128)])(
    'may be %j: only its length is limited [AUT-21, AUT-29]',
    (password) => {
      expect(issues(password)).toEqual([]);
    },
  );

  it.each([
    ['', 'Please enter a password'],
    [undefined, 'Please enter a password'],
    ['12345', 'Password must be at least 6 characters'],
    ['x'.repeat(129), 'Use at most 128 characters'],
    [' secret', 'A password cannot begin or end with a space'],
    ['secret ', 'A password cannot begin or end with a space'],
    ['      ', 'A password cannot begin or end with a space'],
  ])('is not %j: %s [AUT-28, AUT-29, API-31]', (password, message) => {
    expect(issues(password)).toEqual([`newPassword: ${message}`]);
  });
});

describe('signUpSchema', () => {
  it('accepts a family, trims names, and turns empty medical conditions into null [API-02, AUT-17]', () => {
    expect(
      signUpSchema.parse({
        ...signUp,
        full_name: ' Pat  Parent ',
        children: [
          { ...child, name: ' Robin ' },
          { name: 'Kim', date_of_birth: child.date_of_birth },
        ],
      }),
    ).toEqual({
      ...signUp,
      children: ['Robin', 'Kim'].map((name) => ({ ...child, name, medical_conditions: null })),
    });
  });

  it.each([
    ['full_name', 'Please enter your full name'],
    ['email', 'Please enter your email'],
    ['phone_number', 'Please enter your phone number'],
    ['password', 'Please enter a password'],
  ])('requires %s [AUT-14]', (field, message) => {
    expect(issuesOf(signUpSchema, { ...signUp, [field]: '' })).toEqual([`${field}: ${message}`]);
    expect(issuesOf(signUpSchema, { ...signUp, [field]: undefined })).toEqual([`${field}: ${message}`]);
  });

  it.each([[[]], [undefined], [null]])('requires a child, and refuses %j [AUT-15]', (children) => {
    expect(issuesOf(signUpSchema, { ...signUp, children })).toEqual([
      'children: Please add at least one child to create an account',
    ]);
  });

  it.each([
    ['name', ' '],
    ['date_of_birth', ''],
  ])('requires the %s of a child [AUT-16]', (field, nothing) => {
    expect(issuesOf(signUpSchema, { ...signUp, children: [{ ...child, [field]: nothing }] })).toEqual([
      `children.0.${field}: Please enter child's name and date of birth`,
    ]);
  });

  it('refuses two children of one name, at the name of the second [KID-02]', () => {
    const again = { ...child, name: ` ${child.name.toUpperCase()} ` };
    expect(issuesOf(signUpSchema, { ...signUp, children: [child, again] })).toEqual([
      `children.1.name: You already have a child called ${child.name.toUpperCase()}`,
    ]);
  });

  it('refuses more children than a family can have', () => {
    const children = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...child, name: `Child ${index}` }));
    const { childrenPerFamily } = limits;
    expect(issuesOf(signUpSchema, { ...signUp, children: children(childrenPerFamily) })).toEqual([]);
    expect(issuesOf(signUpSchema, { ...signUp, children: children(childrenPerFamily + 1) })).toHaveLength(1);
  });

  it.each(['role', 'groups', 'email_verified', 'site_url', 'id', 'created_at', 'user_metadata'])(
    'refuses the unknown field %s [PRM-17, API-02]',
    (field) => {
      expect(signUpSchema.safeParse({ ...signUp, [field]: 'admin' }).success).toBe(false);
      const children = [{ ...child, [field]: 'admin' }];
      expect(signUpSchema.safeParse({ ...signUp, children }).success).toBe(false);
    },
  );
});

it('an emailed link is requested by an email only, without a site URL [API-02]', () => {
  expect(issuesOf(emailRequestSchema, { email: 'pat@example.com' })).toEqual([]);
  const tricked = { email: 'pat@example.com', site_url: 'https://evil.example' };
  expect(emailRequestSchema.safeParse(tricked).success).toBe(false);
});

it.each([undefined, '', 'delete', 'DELETE it', true])('does not delete an account for %j', (confirmation) => {
  expect(issuesOf(deleteAccountSchema, { confirmation })).toEqual([
    'confirmation: Please type DELETE to confirm',
  ]);
});
