import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { putClass, putFamily } from '#infra/local/seed/put';
import { familyOfHolder } from '#infra/local/seed/world';
import { bulkMailRate, prodMailRate } from '#infra/settings/settings-schema';
import { repetitions } from '#infra/testing/runner/slowness';
import {
  at,
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleFamily,
  sampleMessage,
} from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import type { FootballClass } from '#shared/classes/class';
import { dayMs } from '#shared/lib/durations';
import { recipientIdSchema } from '#shared/lib/ids';
import { instantOf, instantSchema } from '#shared/lib/values';
import { date } from '#shared/testing/values';
import { storeEmailProblem } from '../accounts/account-marks.ts';
import { accountItem } from '../accounts/accounts.ts';
import { familyItem } from '../accounts/stored-families.ts';
import { bookingItem } from '../booking/bookings.ts';
import { batchPut } from '../lib/dynamo/writes.ts';
import { messageStalled } from '../lib/log.ts';
import { messengerRunMs, senderLeaseSeconds } from '../limits.ts';
import { getMessage } from './messages.ts';
import { addRecipients, leaseRecipients } from './recipients.ts';
import { acquireSender, renewSender } from './sender.ts';

const system = await startTests(messageSteps);
const { logged } = system;

const givenClass = async (families: number): Promise<{ cls: FootballClass; families: SampleFamily[] }> => {
  const cls = sampleClass({ capacities: [500, 500, 500] });
  await putClass(system.table, cls);
  const made = Array.from({ length: families }, () => sampleFamily());
  await batchPut(
    system.table,
    made.flatMap((family, index) => [
      accountItem({ ...family.profile, family_id: family.id }),
      familyItem(familyOfHolder(family), family.children),
      bookingItem(sampleBooking({ ...cls, time_slots: cls.time_slots.slice(index % 3) }, family)),
    ]),
  );
  return { cls, families: made };
};

const toClass = ({ id }: FootballClass, overrides: Parameters<typeof sampleMessage>[0] = {}) =>
  system.store(sampleMessage({ audience: { kind: 'class', class_id: id }, ...overrides }));

const recipientsOf = (mails = system.mails) => mails.map(({ to }) => to).toSorted();
const addressesOf = (families: readonly SampleFamily[]) =>
  families.map(({ profile }) => profile.email).toSorted();

it('sends one email to each family, with replies to the school [MSG-02]', async () => {
  const { cls, families } = await givenClass(12);
  const message = await toClass(cls);
  await system.settle();
  expect(recipientsOf()).toEqual(addressesOf(families));
  for (const mail of system.mails) {
    expect(mail.data).toMatch(/^Reply-To: hello@ballerz\.example\r?$/m);
    expect(mail.data).not.toMatch(/^(?:cc|bcc):/im);
    expect(mail.tags).toMatchObject({ message: message.id, recipient: mail.tags.account });
  }
  expect(await getMessage(system.table, message.id)).toMatchObject({ state: 'done', recipients: 12 });
  expect(new Set(Object.values(await system.statesOf(message.id)))).toEqual(new Set(['accepted']));
});

it('sends nothing again when the record is delivered again', async () => {
  const { cls } = await givenClass(3);
  await toClass(cls);
  const records = await system.waiting();
  await Promise.all([system.deliver(records), system.deliver(records), system.deliver(records)]);
  await system.deliver(records);
  await system.settle();
  expect(system.mails).toHaveLength(3);
  // What is done is read, and nothing else.
  const { cost } = await system.table.measure(() => system.deliver(records));
  expect(cost.map(({ operation }) => operation)).toEqual(['BatchGetItem']);
});

it('leaves a recipient alone to whom another run may be sending, for as long as that may last', async () => {
  const { cls, families } = await givenClass(1);
  const message = await toClass(cls);
  const records = await system.waiting();
  const ids = families.map(({ profile }) => recipientIdSchema.parse(profile.id));
  const ofMessage = { messageId: message.id, at: instantOf(system.now()) };
  await addRecipients(system.table, message, ids, message.created_at);
  await leaseRecipients(system.table, ofMessage, ids);
  await system.deliver(records);
  expect(Object.values(await system.statesOf(message.id))).toEqual(['sending']);
  for (const _ of [1, 2]) {
    system.passTime(300_000);
    await system.tick();
    await system.settle();
  }
  expect(Object.values(await system.statesOf(message.id))).toEqual(['unknown']);
  expect(system.mails).toEqual([]);
});

describe('a family is held back, with the reason,', () => {
  it.each([
    [
      'email-problem',
      async ({ profile }: SampleFamily) => {
        const at = instantSchema.parse('2025-09-01T10:00:00.000Z');
        await storeEmailProblem(system.table, {
          userId: profile.id,
          email: profile.email,
          problem: { kind: 'bounced', at },
        });
      },
    ],
    ['account-gone', async () => {}],
  ] as const)('for %s', async (reason, prepare) => {
    const family = sampleFamily();
    const recipientOf = ({ id, profile }: SampleFamily) => (reason === 'account-gone' ? id : profile.id);
    if (reason === 'email-problem') await putFamily(system.table, family);
    await prepare(family);
    const message = await system.store(sampleMessage({ audience: { kind: 'family', parent_id: family.id } }));
    await system.settle();
    expect(system.mails).toEqual([]);
    expect(await system.items()).toContainEqual(
      expect.objectContaining({ id: recipientOf(family), state: 'held-back', reason }),
    );
    expect(await getMessage(system.table, message.id)).toMatchObject({ state: 'done', recipients: 1 });
  });

  it('after SES refused the email three times', async () => {
    const { cls } = await givenClass(1);
    const message = await toClass(cls);
    system.answer(() => 'reject');
    await system.settle();
    expect(Object.values(await system.statesOf(message.id))).toEqual(['queued']);
    for (const _ of [1, 2]) {
      system.passTime(300_000);
      await system.tick();
      await system.settle();
    }
    expect(system.mails).toHaveLength(3);
    expect(await system.items()).toContainEqual(
      expect.objectContaining({ state: 'held-back', reason: 'refused' }),
    );
    expect(await getMessage(system.table, message.id)).toMatchObject({ state: 'done' });
  });
});

it('does not send again where the outcome is unknown [MSG-03]', async () => {
  const { cls } = await givenClass(2);
  const message = await toClass(cls);
  system.answer(() => 'break-after');
  await system.settle();
  system.passTime(3_600_000);
  await system.tick();
  await system.settle();
  expect(Object.values(await system.statesOf(message.id))).toEqual(['unknown', 'unknown']);
  expect(system.mails).toHaveLength(2);
});

it('waits while SES throttles, and loses no recipient', async () => {
  const { cls, families } = await givenClass(5);
  await toClass(cls);
  let requests = 0;
  system.answer(() => (++requests % 3 === 0 ? 'throttle' : 'accept'));
  await system.settle();
  const accepted = system.mails.filter(({ isAccepted }) => isAccepted);
  expect(recipientsOf(accepted)).toEqual(addressesOf(families));
});

it('stops asking SES for a message that it refuses again and again', async () => {
  const { cls } = await givenClass(40);
  await toClass(cls);
  system.answer(() => 'down');
  await system.settle();
  expect(system.mails.length).toBeLessThan(15);
});

it('sends a message of higher priority within seconds while another one is sent', async () => {
  const { cls } = await givenClass(150);
  await toClass(cls);
  const records = await system.waiting();
  const admin = sampleFamily();
  await putFamily(system.table, admin);
  const storeUrgent = async () => {
    await system.store({
      ...sampleMessage(),
      kind: 'test',
      audience: { kind: 'author', account_id: admin.profile.id },
    });
    // Its own record finds a run that sends.
    await system.deliver(await system.waiting());
  };
  let urgent: Promise<unknown> | undefined;
  system.answer(async () => {
    if (system.mails.length >= 20) urgent ??= storeUrgent();
    await urgent;
    return 'accept' as const;
  });
  await system.deliver(records);
  await system.settle();
  const place = system.mails.findIndex(({ to }) => to === admin.profile.email);
  expect(place).toBeGreaterThan(20);
  expect(place).toBeLessThan(20 + 5 * 11 + 10);
  expect(system.mails).toHaveLength(151);
});

it('sends at SES’s rate less the reserve, with at most 3 round trips for each email [MSG-03]', async () => {
  const count = repetitions(1_000, { atLeast: 200 });
  const { cls, families } = await givenClass(count);
  await toClass(cls);
  const begun = system.now().getTime();
  const { cost } = await system.table.measure(() => system.settle());
  const seconds = (system.now().getTime() - begun) / 1_000;
  expect(recipientsOf()).toEqual(addressesOf(families));
  expect(Math.round(seconds)).toBe(Math.round((count - 1) / bulkMailRate(prodMailRate)));
  expect((cost.length + system.mails.length) / count).toBeLessThan(3);
});

it('leaves the rest to the next run when its time is over', async () => {
  const { cls } = await givenClass(300);
  await toClass(cls);
  await system.deliver(await system.waiting());
  const atRate = (messengerRunMs / 1_000) * system.deps.mailsPerSecond;
  expect(system.mails.length).toBeGreaterThan(0.9 * atRate);
  expect(system.mails.length).toBeLessThan(1.25 * atRate);
  expect(await system.waiting()).toHaveLength(1);
});

describe('a message that one run cannot send', () => {
  const stalled = () => logged.filter((line) => line.includes(messageStalled));

  it('is not reported while others before it make progress, for twelve hours', async () => {
    const { cls } = await givenClass(3);
    const message = await toClass(cls);
    await system.waiting();
    const holder = randomUUID();
    const sendOthers = async (hours: number) => {
      for (let passed = 0; passed < hours * 60; passed += 5) {
        system.passTime(300_000);
        const now = system.now();
        await acquireSender(system.table, { holder, now, ids: [] });
        await renewSender(system.table, { holder, now, progressAt: now });
        await system.tick();
      }
    };
    await sendOthers(12);
    expect(stalled()).toEqual([]);
    await sendOthers(0.25);
    expect(stalled().join()).toContain(message.id);
  });
});

it('is resumed by the timer where every run was interrupted', async () => {
  const { cls } = await givenClass(3);
  await toClass(cls);
  await system.waiting();
  await system.tick();
  expect(await system.waiting()).toEqual([]);
  system.passTime(300_000);
  await Promise.all([system.tick(), system.tick()]);
  const records = await system.waiting();
  expect(records).toHaveLength(1);
  await system.deliver(records);
  expect(system.mails).toHaveLength(3);
  system.passTime(300_000);
  await system.tick();
  expect(await system.waiting()).toEqual([]);
});

it('sends nothing while another run sends, which finds the message', async () => {
  const { cls } = await givenClass(1);
  const message = await toClass(cls);
  const holder = randomUUID();
  await acquireSender(system.table, { holder, now: system.now(), ids: [] });
  await system.deliver(await system.waiting());
  expect(system.mails).toEqual([]);
  expect(await acquireSender(system.table, { holder, now: system.now(), ids: [] })).toEqual([message.id]);
});

it('sends each email once where another run sent them since this one has read whom to send to [JOB-03]', async () => {
  const { cls, families } = await givenClass(3);
  await toClass(cls);
  const records = await system.waiting();
  await withChangeBetween(
    system.table,
    async () => {
      system.passTime(2 * senderLeaseSeconds * 1_000);
      await system.deliver(records);
    },
    () => system.deliver(records),
    (name, input) => name.startsWith('TransactWrite') && JSON.stringify(input).includes('"sending"'),
  );
  expect(recipientsOf()).toEqual(addressesOf(families));
});

it('keeps no other message from being sent where one fails', async () => {
  const { cls } = await givenClass(2);
  const session = { class_id: cls.id, slot_id: at(cls.time_slots, 0).id, date: date('2025-09-27') };
  await system.store({
    ...sampleMessage({ created_at: instantOf(system.now()) }),
    kind: 'session-cancelled',
    audience: { kind: 'sessions', sessions: [session] },
    facts: { reason: 'weather', note: null, remedy: { kind: 'later' }, is_past: false },
  });
  await toClass(cls);
  await expect(system.deliver(await system.waiting())).rejects.toThrow('is not complete yet');
  expect(system.mails).toHaveLength(2);
});

it('sends no email of a message that is put back from a backup after 16 days', async () => {
  const family = await storedFamily(system.table);
  const message = await system.store(sampleMessage({ audience: { kind: 'family', parent_id: family.id } }));
  const recipient = recipientIdSchema.parse(family.profile.id);
  await addRecipients(system.table, message, [recipient], message.created_at);
  system.passTime(16 * dayMs);
  await system.settle();
  expect(system.mails).toEqual([]);
  expect(await getMessage(system.table, message.id)).toMatchObject({ state: 'done' });
  expect(await system.items()).toContainEqual(
    expect.objectContaining({ id: recipient, state: 'held-back', reason: 'too-late' }),
  );
});

it('logs neither addresses nor texts', async () => {
  const { cls } = await givenClass(3);
  await toClass(cls, { facts: { subject: 'Topsecret', text: 'Topsecret' } });
  let requests = 0;
  const outcomes = ['reject', 'break-after', 'accept'] as const;
  system.answer(() => outcomes[requests++ % 3] ?? 'accept');
  await system.settle();
  expect(logged.join()).toContain('message.');
  expect(logged.join()).not.toMatch(/@example|Topsecret/);
});
