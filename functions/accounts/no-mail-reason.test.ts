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
    expect(noMailReason({ deleting, email, email_problem })).toBe(reason);
  },
);
