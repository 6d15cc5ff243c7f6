import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { patiently } from '#infra/testing/runner/slowness';
import { localToday, runningDates, sampleClass, sampleFamily } from '#infra/testing/samples/samples';
import { parentDetailsSchema } from '#shared/families/admin-routes';
import { bookingAmount } from '#shared/testing/session-calendars';
import { type Account, startTestStack, type TestStack } from '../stack/test-stack.ts';

let stack: TestStack;
let admin: Account;
const today = localToday();
const cls = sampleClass({
  capacities: [9, 9],
  overrides: runningDates(today),
});

beforeAll(async () => {
  stack = await startTestStack();
  await putClass(stack.table, cls);
  admin = await stack.createAccount(sampleFamily(), { role: 'admin' });
});
afterAll(() => stack.stop());

/** A parent whose address is one of SES's mailbox simulator. */
const simulatedParent = (what: 'bounce' | 'complaint'): Promise<Account> => {
  const sample = sampleFamily();
  const email = `${what}+${sample.profile.id}@simulator.amazonses.com`;
  return stack.createAccount({ ...sample, profile: { ...sample.profile, email } });
};

const book = async ({ family, token }: Account, slot: number): Promise<void> => {
  const { status } = await stack.call({
    route: 'bookSlot',
    token,
    idempotencyKey: randomUUID(),
    body: {
      class_id: cls.id,
      time_slot_id: cls.time_slots[slot]?.id,
      child_id: family.children[0]?.id,
      is_trial: false,
      amount: bookingAmount(cls, false, today),
      calendar_version: 0,
    },
  });
  expect(status).toBe(201);
};

const problemOf = async ({ family }: Account) => {
  const { body } = await stack.call({
    route: 'getParent',
    params: { parentId: family.id },
    token: admin.token,
  });
  return parentDetailsSchema.parse(body).profile.email_problem;
};

const mailsTo = async ({ family }: Account) =>
  (await stack.mails()).filter(({ to }) => to.includes(family.profile.email));

const eventually = (check: () => Promise<void>) => vi.waitFor(check, patiently);

it.each([
  ['bounce', 'bounced'],
  ['complaint', 'complained'],
] as const)('shows administrators a %s of mail to a parent', async (what, kind) => {
  const parent = await simulatedParent(what);
  expect(await problemOf(parent)).toBeNull();
  await book(parent, 0);
  await eventually(async () => expect(await problemOf(parent)).toMatchObject({ kind }));
});

it('after a complaint, bookings are not confirmed until the parent uses a requested link', async () => {
  const parent = await simulatedParent('complaint');
  const { email } = parent.family.profile;
  await book(parent, 0);
  await eventually(async () => expect(await problemOf(parent)).not.toBeNull());
  expect(await mailsTo(parent)).toHaveLength(1);

  await book(parent, 1);
  await stack.call({ route: 'requestPasswordReset', body: { email } });
  // Records are delivered in order. A confirmation would arrive before the link.
  await eventually(async () => expect(await mailsTo(parent)).toHaveLength(2));
  const [link] = await mailsTo(parent);
  const token = link?.text.match(/token=([\w-]+)/)?.[1];
  const reset = await stack.call({ route: 'resetPassword', body: { token, newPassword: 'football2' } });
  expect(reset.status).toBe(200);
  expect(await problemOf(parent)).toBeNull();
});
