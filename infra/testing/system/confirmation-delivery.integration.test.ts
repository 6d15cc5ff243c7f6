import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { patiently } from '#infra/testing/runner/slowness';
import { localToday, runningDates, sampleClass, sampleFamily } from '#infra/testing/samples/samples';
import { captureLog } from '#infra/testing/services/system';
import { bookingAmount } from '#shared/testing/session-calendars';
import { type Account, startTestStack, type TestStack } from '../stack/test-stack.ts';

const log = captureLog();
let folder: string;
let stack: TestStack;
const today = localToday();
const cls = sampleClass({ overrides: runningDates(today) });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'delivery-'));
  stack = await startTestStack({ dataDir: folder });
  await putClass(stack.table, cls);
});
afterAll(async () => {
  await stack.stop();
  await rm(folder, { recursive: true });
});

const slotId = () => {
  const [slot] = cls.time_slots;
  if (!slot) throw new Error('a sample class has a slot');
  return slot.id;
};
const childOf = ({ family }: Account) => {
  const [child] = family.children;
  if (!child) throw new Error('a sample family has a child');
  return child;
};

const book = (account: Account) =>
  stack.call({
    route: 'bookSlot',
    token: account.token,
    idempotencyKey: randomUUID(),
    body: {
      class_id: cls.id,
      time_slot_id: slotId(),
      child_id: childOf(account).id,
      is_trial: false,
      amount: bookingAmount(cls, false, today),
      calendar_version: 0,
    },
  });

const mailsTo = async ({ family }: Account) =>
  (await stack.mails()).filter(({ to }) => to.includes(family.profile.email));

const eventually = (check: () => Promise<void> | void) => vi.waitFor(check, patiently);

it('sends one confirmation with the booking to its parent [API-34, BOK-35]', async () => {
  const account = await stack.createAccount(sampleFamily({ children: [{ name: 'Zoë O’Neill' }] }));
  expect((await book(account)).status).toBe(201);
  await eventually(async () => expect(await mailsTo(account)).toHaveLength(1));
  const [mail] = await mailsTo(account);
  expect(mail?.text).toContain('Zoë O’Neill');
  expect(mail?.text).toContain(cls.venue);
});

it('accepts a booking while the mail service is down, and sends its confirmation once after that [BOK-36, API-37]', async () => {
  const account = await stack.createAccount();
  await stack.setMailFault('down');
  expect((await book(account)).status).toBe(201);
  await eventually(() => expect(log.join('\n')).toContain('.failed'));
  expect(await mailsTo(account)).toEqual([]);
  await stack.setMailFault('none');
  await eventually(async () => expect(await mailsTo(account)).toHaveLength(1));
});
