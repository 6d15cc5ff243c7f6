import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { takePlace } from '#functions/booking/take-place';
import { newBookingId } from '#functions/lib/ids';
import { listAsideMails } from '#functions/lib/mail/aside-mails';
import { putClass } from '#infra/local/seed/put';
import { patiently } from '#infra/testing/runner/slowness';
import { localToday, runningDates, sampleClass, sampleFamily } from '#infra/testing/samples/samples';
import { captureLog } from '#infra/testing/services/system';
import { idempotencyKeySchema } from '#shared/lib/ids';
import { centsSchema, instantOf } from '#shared/lib/values';
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

it('sends the confirmation once if the function ends right after the transaction of the booking', async () => {
  const account = await stack.createAccount();
  const child = childOf(account);
  const now = new Date();
  const outcome = await takePlace(stack.table, {
    id: newBookingId(now),
    parent_id: child.parent_id,
    class_id: cls.id,
    time_slot_id: slotId(),
    child_id: child.id,
    child_name: child.name,
    child_age: 7,
    is_trial: false,
    trial_date: null,
    dates: [cls.end_date],
    calendar_version: 0,
    amount: bookingAmount(cls, false, today),
    created_at: instantOf(now),
    idempotency_key: idempotencyKeySchema.parse(randomUUID()),
    credited: centsSchema.parse(0),
    credited_dates: new Set(),
  });
  expect(outcome).toMatchObject({ outcome: 'booked' });
  await eventually(async () => expect(await mailsTo(account)).toHaveLength(1));
  // The stream is in order: a second confirmation would arrive before that of a later booking.
  const next = await stack.createAccount();
  expect((await book(next)).status).toBe(201);
  await eventually(async () => expect(await mailsTo(next)).toHaveLength(1));
  expect(await mailsTo(account)).toHaveLength(1);
});

it('sets a confirmation aside that cannot be sent, and sends the next one [API-37]', {
  tags: 'exhaustive',
}, async () => {
  const [unlucky, next] = [await stack.createAccount(), await stack.createAccount()];
  await stack.setMailFault('reject');
  expect((await book(unlucky)).status).toBe(201);
  await eventually(async () => expect(await listAsideMails(stack.table)).toHaveLength(1));
  await stack.setMailFault('none');
  expect((await book(next)).status).toBe(201);
  await eventually(async () => expect(await mailsTo(next)).toHaveLength(1));
  expect(await mailsTo(unlucky)).toEqual([]);
  expect(await stack.deadLetters()).toEqual([]);
});
