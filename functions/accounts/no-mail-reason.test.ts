import { expect, it } from 'vitest';
import { sampleFamily } from '#infra/testing/samples/samples';
import { emailProblemSchema } from '#shared/families/family';
import { familyFromItem, familyItem, noFamilyMailReason, noMailReason } from './stored-families.ts';

const problem = emailProblemSchema.parse({ kind: 'bounced', at: '2025-09-23T10:00:00.000Z' });
const email = 'pat@example.com';
const works = { email, email_problem: null };
const broken = { email, email_problem: problem };
const none = { email: '', email_problem: null };

it.each([
  [undefined, works],
  ['no-email', none],
  ['email-problem', broken],
] as const)('is %s for a person with the contact %j', (reason, contact) => {
  expect(noMailReason(contact)).toBe(reason);
});

/** A family as it is stored, with members, or with what the office typed. */
const family = (...contacts: readonly (typeof works | typeof broken)[]) => {
  const { id, profile } = sampleFamily();
  const { created_at, full_name, phone_number } = profile;
  const contact = { full_name, phone_number, email_verified: false };
  const item = familyItem({ id, created_at, office_contact: { ...contact, ...works } }, []);
  const members = contacts.map((one, index) => [
    sampleFamily().profile.id,
    { ...contact, ...one, role: index === 0 ? 'holder' : 'adult', since: created_at },
  ]);
  return familyFromItem({ ...item, members: Object.fromEntries(members) });
};

it.each([
  ['one member', [works], undefined],
  ['one member without a mailbox that works', [broken], 'email-problem'],
  ['a member whose mailbox works, and one whose does not', [broken, works], undefined],
  ['two members without a mailbox that works', [broken, { ...works, email: '' }], 'email-problem'],
  // What the office typed may be the mailbox of somebody else.
  ['no member', [], 'not-confirmed'],
] as const)('of a family with %s is %j [ADT-01, BHF-02]', (_, contacts, reason) => {
  expect(noFamilyMailReason(family(...contacts))).toBe(reason);
  expect(noFamilyMailReason({ ...family(...contacts), deleting: true })).toBe('account-gone');
});

it('of a family without a login and without an address is no-email [BHF-02]', () => {
  expect(noFamilyMailReason({ ...family(), ...none })).toBe('no-email');
});
