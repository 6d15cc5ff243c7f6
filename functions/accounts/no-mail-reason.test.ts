import { expect, it } from 'vitest';
import { emailProblemSchema } from '#shared/families/family';
import { noMailReason } from './profiles.ts';

const problem = emailProblemSchema.parse({ kind: 'bounced', at: '2025-09-23T10:00:00.000Z' });

it.each([
  [undefined, false, 'pat@example.com', null],
  ['account-gone', true, 'pat@example.com', null],
  ['no-email', false, '', null],
  ['email-problem', false, 'pat@example.com', problem],
] as const)(
  'is %s where the account is being deleted: %j, with the address %j and the problem %j',
  (reason, deleting, email, email_problem) => {
    const profile = { deleting, email, email_problem, email_verified: false };
    expect(noMailReason(profile)).toBe(reason);
  },
);

it.each([
  ['not-confirmed', false],
  [undefined, true],
] as const)(
  'is %s for a family without a login whose address is proved: %j [BHF-02]',
  (reason, email_verified) => {
    const profile = { deleting: false, email: 'pat@example.com', email_problem: null, email_verified };
    expect(noMailReason({ ...profile, login: 'none' })).toBe(reason);
  },
);
