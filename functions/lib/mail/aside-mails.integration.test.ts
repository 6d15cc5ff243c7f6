import type { DynamoDBRecord } from 'aws-lambda';
import { expect, it } from 'vitest';
import { mailerStreamSettings } from '#infra/cloud/service-settings';
import { putClass } from '#infra/local/seed/put';
import { deliverBatch } from '#infra/local/streams/deliver-batch';
import { sampleBooking, sampleClass } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { runMailer } from '#infra/testing/services/background';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import { insertRecord } from '#infra/testing/table/all-items';
import { minuteMs } from '#shared/lib/durations';
import { subjectFor } from '../../accounts/readers.ts';
import { bookingItem } from '../../booking/bookings.ts';
import { takePlace } from '../../booking/take-place.ts';
import { asideMails } from '../../limits.ts';
import { entityAttribute } from '../dynamo/items.ts';
import { mailParked, requestFailed } from '../log.ts';
import { asideAgainEntity, dropAside, listAsideMails, sendAsideAgain } from './aside-mails.ts';
import { acquireSendLease } from './send-once.ts';

const system = await startTests(messageSteps);
const { table, items, logged } = system;

const handle = (records: readonly DynamoDBRecord[]) => runMailer(records, system.deps);

/** A record that is some seconds old. */
const aged = (item: Readonly<Record<string, unknown>>, seconds: number, sequenceNumber: string) => {
  const record = insertRecord(item, sequenceNumber);
  const ApproximateCreationDateTime = system.now().getTime() / 1_000 - seconds;
  return { ...record, dynamodb: { ...record.dynamodb, ApproximateCreationDateTime } };
};

const givenBooking = async (sequenceNumber: string, seconds = 10) => {
  const cls = sampleClass();
  await putClass(table, cls);
  const family = await storedFamily(table);
  const booking = sampleBooking(cls, family);
  expect(await takePlace(table, booking)).toMatchObject({ outcome: 'booked' });
  return {
    confirmation: { kind: 'confirmation', subjectId: subjectFor(booking.id, family.profile.id) } as const,
    email: family.profile.email,
    record: aged(bookingItem(booking), seconds, sequenceNumber),
  };
};

/** Delivers as the stream does. Resolves to the pauses that held the records behind. */
const deliver = async (records: readonly DynamoDBRecord[]): Promise<number> => {
  let pauses = 0;
  await deliverBatch(records, mailerStreamSettings, {
    invoke: handle,
    pause: async () => {
      pauses += 1;
    },
    checkpoint: async () => {},
    park: () => expect.unreachable(),
    now: system.now,
  });
  return pauses;
};

const seen = new Set<string>();
/** Passes time, runs the timer, and delivers what it has the mailer try again. */
const pass = async (minutes: number): Promise<void> => {
  system.passTime(minutes * minuteMs);
  await system.tick();
  for (const item of await items()) {
    const key = `${item.PK} ${item.SK}`;
    if (item[entityAttribute] !== asideAgainEntity || seen.has(key)) continue;
    seen.add(key);
    expect(await handle([insertRecord(item)])).toEqual({ batchItemFailures: [] });
  }
};

const sentTo = () => system.mails.filter(({ isAccepted }) => isAccepted).map(({ to }) => to);
const parked = () => logged.filter((line) => line.includes(mailParked));

it('holds no email behind those whose outcome is unknown after a crash, which wait for a person [API-37]', async () => {
  const given = await Promise.all(Array.from({ length: 10 }, (_, index) => givenBooking(String(index))));
  const unknown = [1, 4, 7].flatMap((index) => given[index] ?? []);
  for (const { confirmation } of unknown) await acquireSendLease(table, confirmation, system.now());
  expect(await deliver(given.map(({ record }) => record))).toBe(0);
  const others = given.filter((one) => !unknown.includes(one));
  expect(sentTo().toSorted()).toEqual(others.map(({ email }) => email).toSorted());
  expect(await listAsideMails(table)).toHaveLength(3);
  expect(parked()).toHaveLength(3);
  await pass(1_000);
  expect(sentTo()).toHaveLength(7);
});

it('holds no email behind one that SES refuses, and sends that one once SES takes it', async () => {
  const [refused, next] = [await givenBooking('1'), await givenBooking('2')];
  system.answer((to) => (to === refused.email ? 'reject' : 'accept'));
  expect(await deliver([refused.record, next.record])).toBe(0);
  expect(sentTo()).toEqual([next.email]);
  system.answer(() => 'accept');
  await pass(4);
  expect(sentTo()).toEqual([next.email]);
  await pass(1);
  expect(sentTo()).toEqual([next.email, refused.email]);
  expect(await listAsideMails(table)).toEqual([]);
  expect(parked()).toEqual([]);
});

it('holds no email behind an item that cannot be read, and reports it at once and after the last attempt', async () => {
  const next = await givenBooking('2');
  const unreadable = aged({ PK: 'A', SK: 'B', [entityAttribute]: 'booking', id: 'bkg_unknown' }, 10, '1');
  expect(await deliver([unreadable, next.record])).toBe(0);
  expect(sentTo()).toEqual([next.email]);
  // By this line the alarm of failed requests rings, and the deployment of a broken version is taken back.
  expect(logged.filter((line) => line.includes(`"event":"${requestFailed}"`))).toHaveLength(1);
  for (const minutes of asideMails.againMinutes) {
    expect(parked()).toEqual([]);
    await pass(minutes);
  }
  expect(parked()).toHaveLength(1);
  await pass(10_000);
  expect(parked()).toHaveLength(1);
});

it('leaves a new record to the stream, which tries it again at once', async () => {
  const { record } = await givenBooking('1', 1);
  system.answer(() => 'down');
  expect(await handle([record])).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
  expect(await listAsideMails(table)).toEqual([]);
});

it('tries an item again where the request to do so was lost', async () => {
  const { record, email } = await givenBooking('1');
  system.answer(() => 'reject');
  await deliver([record]);
  system.answer(() => 'accept');
  system.passTime(5 * minuteMs);
  await system.tick();
  for (const item of await items())
    if (item[entityAttribute] === asideAgainEntity) seen.add(`${item.PK} ${item.SK}`);
  await pass(asideMails.lostAgainMinutes - 1);
  expect(sentTo()).toEqual([]);
  await pass(1);
  expect(sentTo()).toEqual([email]);
});

it.each([
  ['stays where nobody knows that it was not sent', false, []],
  ['is sent where a person knows that it was not', true, ['sent']],
])('an email of unknown outcome that a person tries again %s', async (_, isUnsent, sent) => {
  const { record, confirmation } = await givenBooking('1');
  await acquireSendLease(table, confirmation, system.now());
  await deliver([record]);
  for (const aside of await listAsideMails(table))
    await sendAsideAgain(table, aside, { now: system.now(), isUnsent });
  await pass(0);
  expect(sentTo()).toHaveLength(sent.length);
  expect(await listAsideMails(table)).toHaveLength(1 - sent.length);
  for (const { id } of await listAsideMails(table)) await dropAside(table, id);
  expect(await listAsideMails(table)).toEqual([]);
});
