import { randomUUID } from 'node:crypto';
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { mailerStreamSettings } from '#infra/cloud/service-settings';
import { putClass, putFamily } from '#infra/local/seed/put';
import { deliverBatch } from '#infra/local/streams/deliver-batch';
import {
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleFamily,
  sampleNow,
  sampleSender,
  sampleSiteUrl,
  sampleTimeZone,
} from '#infra/testing/samples/samples';
import { addSecondAdult } from '#infra/testing/samples/stored';
import { runMailer } from '#infra/testing/services/background';
import { type SesAnswer, type SesEndpoint, startSesEndpoint } from '#infra/testing/services/ses';
import { captureLog } from '#infra/testing/services/system';
import { insertRecord } from '#infra/testing/table/all-items';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import { userIdSchema } from '#shared/lib/ids';
import { centsSchema, instantOf } from '#shared/lib/values';
import { storeEmailProblem } from '../accounts/account-marks.ts';
import { subjectFor } from '../accounts/readers.ts';
import { memberPath } from '../accounts/stored-families.ts';
import { changeBooking } from '../across/change-children.ts';
import type { MailerDeps } from '../lib/deps.ts';
import type { Key } from '../lib/dynamo/items.ts';
import { classKey, slotKey } from '../lib/dynamo/keys-of-classes.ts';
import { familyKey, sendLeaseKey } from '../lib/dynamo/keys-of-people.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import { newBookingId } from '../lib/ids.ts';
import { connectSes } from '../lib/mail/send.ts';
import { acquireSendLease } from '../lib/mail/send-once.ts';
import { bookingItem, type StoredBooking } from './bookings.ts';
import { endBooking } from './end-booking.ts';
import { endedBookingItem } from './ended-bookings.ts';
import { takePlace } from './take-place.ts';

const refusedBySes = {
  kind: 'error',
  status: 400,
  code: 'MessageRejected',
  message: 'Not verified',
} as const;
const throttled: SesAnswer = { kind: 'error', status: 400, code: 'Throttling', message: 'Slow down' };
const siteUrl = sampleSiteUrl;
const from = sampleSender;

let table: TestTable;
let endpoint: SesEndpoint;
let deps: MailerDeps;
const logged = captureLog();

beforeAll(async () => {
  [table, endpoint] = await Promise.all([startTestTable(), startSesEndpoint()]);
  vi.stubEnv('AWS_REGION', 'eu-west-2');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  vi.stubEnv('AWS_ENDPOINT_URL_SES', endpoint.url);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([table.stop(), endpoint.stop()]);
});

beforeEach(() => {
  endpoint.received.length = 0;
  deps = {
    table,
    mail: { ses: connectSes(), from, pause: async () => {} },
    clock: () => sampleNow,
    siteUrl,
    timeZone: sampleTimeZone,
  };
});
afterEach(() => {
  vi.restoreAllMocks();
});

interface Given {
  readonly overrides?: Partial<StoredBooking>;
  readonly sequenceNumber?: string;
}

/** A booking made as the API makes it, and the record the stream has of it. */
const givenBooking = async ({ overrides, sequenceNumber = '100' }: Given = {}) => {
  const cls = sampleClass();
  const family = sampleFamily();
  const booking = sampleBooking(cls, family, overrides);
  await putClass(table, cls);
  await putFamily(table, family);
  expect(await takePlace(table, booking)).toMatchObject({ outcome: 'booked' });
  return { cls, family, booking, record: insertRecord(bookingItem(booking), sequenceNumber) };
};

const deliver = async (...records: DynamoDBRecord[]): Promise<string[]> => {
  const { batchItemFailures } = await runMailer(records, deps);
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
};

const remove = (key: Key) => table.client.send(new DeleteCommand({ TableName: table.name, Key: key }));

/** Names the email to the adult who booked to the send lease. */
const confirmationOf = ({ id, booked_by_adult }: StoredBooking) => ({
  kind: 'confirmation',
  subjectId: subjectFor(id, booked_by_adult ?? expect.unreachable()),
});

const leaseKey = (booking: StoredBooking): Key =>
  sendLeaseKey(confirmationOf(booking).subjectId, 'confirmation');

const storedLease = async (booking: StoredBooking) => {
  const Key = leaseKey(booking);
  return (await table.client.send(new GetCommand({ TableName: table.name, Key }))).Item;
};

describe('a new booking', () => {
  it('is confirmed to the address of the parent [API-34, BOK-35]', async () => {
    const { family, record } = await givenBooking();
    expect(await deliver(record)).toEqual([]);
    expect(endpoint.received).toEqual([
      expect.objectContaining({
        from,
        to: [family.profile.email],
        tags: { account: family.profile.id },
        subject: 'Booking confirmed for Robin Parent: Juniorballerz',
        html: expect.stringContaining('$120.00'),
        text: expect.stringContaining('Class dates:\n- Sep 27, 2025\n'),
      }),
    ]);
  });

  it('says that the school booked it, where the office did [BHF-01]', async () => {
    const text = 'Booked for you by Ballerz.';
    const own = await givenBooking();
    const booked_by = userIdSchema.parse(randomUUID());
    const other = await givenBooking({ overrides: { booked_by }, sequenceNumber: '101' });
    expect(await deliver(own.record, other.record)).toEqual([]);
    const said = new Map(endpoint.received.map((mail) => [mail.to[0], mail]));
    expect(said.get(own.family.profile.email)?.text).not.toContain(text);
    for (const part of ['text', 'html'] as const)
      expect(said.get(other.family.profile.email)?.[part]).toContain(text);
  });

  it('names the adult who booked to the other one alone [FID-06]', async () => {
    const { family, record } = await givenBooking();
    const adult = await addSecondAdult(table, family.id);
    expect(await deliver(record)).toEqual([]);
    const textTo = (address: string) => endpoint.received.find(({ to }) => to[0] === address)?.text;
    for (const { email } of [family.profile, adult])
      expect(textTo(email)?.includes('Pat Parent booked this.')).toBe(email === adult.email);
  });

  it('leaves no personal data in the log, whether it is confirmed or not', async () => {
    const { family, record } = await givenBooking();
    endpoint.answers.push({ ...refusedBySes, message: `Not now, ${family.profile.email}` });
    await deliver(record);
    await deliver(record);
    expect(logged).toHaveLength(2);
    for (const personal of [family.profile.email, family.profile.full_name, 'Robin', 'Riverside']) {
      expect(logged.join('\n')).not.toContain(personal);
    }
  });
});

describe('siblings who were booked with one press', () => {
  /** Bookings of Robin and Alex, with the records of both. */
  const givenSiblings = async () => {
    const cls = sampleClass();
    const family = sampleFamily({ children: [{ name: 'Robin Parent' }, { name: 'Alex Parent' }] });
    const [robin, alex] = family.children;
    if (!robin || !alex) throw new Error('There are two children');
    const sibling = { child_id: alex.id, child_name: alex.name };
    const first = sampleBooking(cls, family, { confirms: [alex.id] });
    const second = sampleBooking(cls, family, {
      ...sibling,
      id: newBookingId(sampleNow),
      idempotency_key: first.idempotency_key,
      confirmed_by: first.id,
      amount: centsSchema.parse(10_800),
      discount: { rule: 'sibling', amount: centsSchema.parse(1_200) },
    });
    await putClass(table, cls);
    await putFamily(table, family);
    const [{ max_capacity } = { max_capacity: 0 }] = cls.time_slots;
    const taken = await takePlace(table, first, { siblings: [second], max_capacity });
    expect(taken).toMatchObject({ outcome: 'booked' });
    const records = [first, second].map((booking, index) =>
      insertRecord(bookingItem(booking), String(100 + index)),
    );
    return { first, second, records };
  };
  const endingOf = { ending: { reason: 'cancelled' }, by: 'parent', tell: false } as const;

  it('get one confirmation with the price of each, whatever is delivered first or again [BSK-03]', async () => {
    const { records } = await givenSiblings();
    expect(await deliver(...records.toReversed())).toEqual([]);
    expect(await deliver(...records)).toEqual([]);
    expect(endpoint.received).toEqual([
      expect.objectContaining({
        subject: 'Booking confirmed for Robin Parent and Alex Parent: Juniorballerz',
      }),
    ]);
    const [{ text } = { text: '' }] = endpoint.received;
    expect(text).toContain(
      'Child: Robin Parent: $120.00\nChild: Alex Parent: $108.00 (Sibling discount -$12.00)\n',
    );
    expect(text).toContain('Total: $228.00\n');
    expect(text.match(/Sep 27, 2025/g)).toHaveLength(1);
  });

  it.each([0, 1])('are confirmed without the booking %i of them that has ended [BSK-03]', async (ended) => {
    const { first, second, records } = await givenSiblings();
    const [gone, left] = ended === 0 ? [first, second] : [second, first];
    expect(await endBooking(deps, gone, endingOf)).toMatchObject({ outcome: 'ended' });
    expect(await deliver(...records)).toEqual([]);
    expect(endpoint.received).toHaveLength(1);
    const [{ subject, text } = { subject: '', text: '' }] = endpoint.received;
    expect(subject).toBe(`Booking confirmed for ${left.child_name}: Juniorballerz`);
    expect(text).not.toContain(gone.child_name);
  });

  it('are not confirmed where both have ended [BSK-03]', async () => {
    const { first, second, records } = await givenSiblings();
    await endBooking(deps, first, endingOf);
    await endBooking(deps, second, endingOf);
    expect(await deliver(...records)).toEqual([]);
    expect(endpoint.received).toEqual([]);
  });
});

describe('nothing is sent, and nothing tried again, when', () => {
  it.each(['bounced', 'complained'] as const)('mail to the parent has %s before', async (kind) => {
    const { family, record } = await givenBooking();
    const { id: userId, email } = family.profile;
    const problem = { kind, at: instantOf(sampleNow) };
    expect(await storeEmailProblem(table, { userId, email, problem })).toBe(true);
    expect(await deliver(record)).toEqual([]);
    expect(endpoint.received).toEqual([]);
    expect(logged.join()).toContain('email-problem');
  });

  it('the parent has no email [BOK-35]', async () => {
    const [empty, missing] = await Promise.all([givenBooking(), givenBooking()]);
    const emailOf = ({ family }: typeof empty) => `${memberPath(family.profile.id)}.email`;
    await updateItem(table, familyKey(empty.family.id), { set: { [emailOf(empty)]: '' } });
    await updateItem(table, familyKey(missing.family.id), { remove: [emailOf(missing)] });
    expect(await deliver(empty.record, missing.record)).toEqual([]);
    expect(endpoint.received).toEqual([]);
  });

  it.each<[string, (given: Awaited<ReturnType<typeof givenBooking>>) => Key]>([
    [
      'booking',
      ({ record }) => ({
        PK: record.dynamodb?.NewImage?.PK?.S ?? '',
        SK: record.dynamodb?.NewImage?.SK?.S ?? '',
      }),
    ],
    ['class', ({ cls }) => classKey(cls.id)],
    ['slot', ({ cls, booking }) => slotKey(cls.id, booking.time_slot_id)],
    ['family', ({ family }) => familyKey(family.id)],
  ])('the %s was deleted meanwhile', async (_, keyOf) => {
    const given = await givenBooking();
    await remove(keyOf(given));
    expect(await deliver(given.record)).toEqual([]);
    expect(endpoint.received).toEqual([]);
    expect(await storedLease(given.booking)).toBeUndefined();
  });

  it('the record is not a new booking', async () => {
    const { booking, record } = await givenBooking();
    const item = bookingItem(booking);
    expect(
      await deliver(
        { ...record, eventName: 'MODIFY' },
        { ...record, eventName: 'REMOVE' },
        insertRecord({ ...item, entity: 'profile' }, '101'),
        {},
      ),
    ).toEqual([]);
    expect(endpoint.received).toEqual([]);
  });
});

describe('one booking gets one confirmation [API-37]', () => {
  it('when its record is delivered 20 times at once', async () => {
    const { record } = await givenBooking();
    const failures = await Promise.all(Array.from({ length: 20 }, () => deliver(record)));
    expect(failures).toContainEqual([]);
    expect(await deliver(...Array.from({ length: 20 }, () => record))).toEqual([]);
    expect(endpoint.received).toHaveLength(1);
  });

  it('when the child was booked again in the place of a deleted booking', async () => {
    const { booking, record } = await givenBooking();
    const again: StoredBooking = { ...booking, id: newBookingId(new Date(sampleNow.getTime() + 1)) };
    await table.client.send(new PutCommand({ TableName: table.name, Item: bookingItem(again) }));
    expect(await deliver(record, insertRecord(bookingItem(again), '101'))).toEqual([]);
    expect(endpoint.received).toHaveLength(1);
  });

  it('with the name as it was corrected before it was confirmed', async () => {
    const { booking, record } = await givenBooking();
    await changeBooking(table, booking, { ...booking, child_name: 'Robyn Parent' }, []);
    expect(await deliver(record)).toEqual([]);
    expect(endpoint.received.map(({ subject }) => subject)).toEqual([
      'Booking confirmed for Robyn Parent: Juniorballerz',
    ]);
  });

  it('when the message was sent but the lease could not be marked', async () => {
    const { booking, record } = await givenBooking();
    deps.mail.ses.middlewareStack.add((next) => async (args) => {
      const result = await next(args);
      await remove(leaseKey(booking));
      return result;
    });
    expect(await deliver(record)).toEqual([]);
    expect(endpoint.received).toHaveLength(1);
    expect(logged.join()).toContain('confirmation.sent-but-not-noted');
  });

  it.each<[string, SesAnswer]>([
    ['the connection broke', { kind: 'break' }],
    ['SES did not answer', { kind: 'silence' }],
    ['the answer was lost on its way', { kind: 'page', status: 504, body: '' }],
  ])('when %s: it is reported until it is parked, never sent again', async (_, answer) => {
    const { record } = await givenBooking();
    endpoint.answers.push(answer);
    if (answer.kind === 'silence')
      deps = { ...deps, mail: { ...deps.mail, ses: connectSes({ socketTimeout: 50 }) } };
    for (const _delivery of [1, 2, 3]) expect(await deliver(record)).toEqual(['100']);
    expect(endpoint.received).toHaveLength(1);
  });
});

describe('a batch that SES throttles', () => {
  it('is sent by the same delivery, each email once [API-37]', async () => {
    const given = await Promise.all(
      Array.from({ length: 10 }, (_, index) => givenBooking({ sequenceNumber: String(index) })),
    );
    endpoint.answers.push(...Array.from({ length: 15 }, () => throttled));
    expect(await deliver(...given.map(({ record }) => record))).toEqual([]);
    // 15 requests were throttled, and each email was accepted once.
    expect(endpoint.received).toHaveLength(25);
    for (const { booking } of given) expect(await storedLease(booking)).toMatchObject({ sent: true });
  });
});

describe('a batch in whose middle the mailer crashed', () => {
  it('is sent except for the emails whose outcome is unknown, and these alone are parked [API-37]', async () => {
    const given = await Promise.all(
      Array.from({ length: 10 }, (_, index) => givenBooking({ sequenceNumber: String(index) })),
    );
    // The crash left two leases open, after three emails were sent.
    await deliver(...given.slice(0, 3).map(({ record }) => record));
    const unknown = [given[4], given[7]];
    for (const one of unknown)
      await acquireSendLease(table, confirmationOf(one?.booking ?? expect.unreachable()), sampleNow);
    const parked: DynamoDBRecord[] = [];
    const pauses: number[] = [];
    await deliverBatch(
      given.map(({ record }) => record),
      mailerStreamSettings,
      {
        invoke: (records) => runMailer(records, deps),
        pause: async (retry) => void pauses.push(retry),
        checkpoint: async () => {},
        park: async (records) => void parked.push(...records),
        now: () => new Date(0),
      },
    );
    expect(parked).toEqual(unknown.map((one) => one?.record));
    expect(pauses).toHaveLength(2 * mailerStreamSettings.retryAttempts);
    const sent = given.filter((one) => !unknown.includes(one)).map(({ family }) => family.profile.email);
    expect(endpoint.received.flatMap(({ to }) => to).toSorted()).toEqual(sent.toSorted());
  });
});

describe('a message that SES refused [BOK-36, API-37]', () => {
  it.each<[string, SesAnswer]>([
    ['rejected', refusedBySes],
    ['failed', { kind: 'error', status: 503, code: 'ServiceUnavailable', message: 'Try later' }],
  ])('is sent by a later delivery: %s', async (_, answer) => {
    const { booking, record } = await givenBooking();
    endpoint.answers.push(answer, answer);
    expect(await deliver(record)).toEqual(['100']);
    expect(await deliver(record)).toEqual(['100']);
    expect(await storedLease(booking)).toBeUndefined();
    expect(await deliver(record)).toEqual([]);
    expect(endpoint.received).toHaveLength(3);
    expect(await storedLease(booking)).toMatchObject({ sent: true, message_id: 'message-1' });
  });
});

describe('a lease', () => {
  it('expires at its stored time, before DynamoDB deletes it', async () => {
    const { booking, record } = await givenBooking();
    await acquireSendLease(table, confirmationOf(booking), sampleNow);
    const { expires_at } = (await storedLease(booking)) ?? {};
    deps = { ...deps, clock: () => new Date(expires_at * 1000 - 1) };
    expect(await deliver(record)).toEqual(['100']);
    deps = { ...deps, clock: () => new Date(expires_at * 1000) };
    expect(await deliver(record)).toEqual([]);
    expect(endpoint.received).toHaveLength(1);
  });

  it('is held by the delivery whose write was repeated because its answer was lost', async () => {
    const { booking } = await givenBooking();
    const repeat = 'repeatWrite';
    table.client.middlewareStack.add(
      (next) => async (args) => {
        await next(args);
        return next(args);
      },
      { step: 'finalizeRequest', name: repeat },
    );
    const answer = await acquireSendLease(table, confirmationOf(booking), sampleNow).finally(() =>
      table.client.middlewareStack.remove(repeat),
    );
    expect(answer).toMatchObject({ state: 'held' });
    expect(await acquireSendLease(table, confirmationOf(booking), sampleNow)).toEqual({
      state: 'held-by-other',
    });
  });
});

it('runs as a Lambda handler with the table and the sender of its environment', async () => {
  // The handler has the system's clock, for which a sample booking is long confirmed.
  const created_at = instantOf(new Date());
  const { family, record } = await givenBooking({ overrides: { created_at } });
  const { endpoint: databaseEndpoint } = table.client.config;
  const address = await databaseEndpoint?.();
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://${address?.hostname}:${address?.port}`);
  vi.stubEnv('TABLE_NAME', table.name);
  vi.stubEnv('BUSINESS_TIME_ZONE', sampleTimeZone);
  vi.stubEnv('SITE_URL', siteUrl);
  vi.stubEnv('MAIL_FROM', from);
  const { handler } = await import('../entries/mailer.ts');
  expect(await handler({ Records: [record] })).toEqual({ batchItemFailures: [] });
  expect(endpoint.received).toEqual([expect.objectContaining({ from, to: [family.profile.email] })]);
});

describe('a booking that ended', () => {
  const end = async (tell: boolean) => {
    const { booking, family } = await givenBooking();
    const result = await endBooking(deps, booking, { ending: { reason: 'cancelled' }, by: 'parent', tell });
    if (result.outcome !== 'ended') throw new Error(result.outcome);
    return { family, record: result.record, insert: insertRecord(endedBookingItem(result.record), '200') };
  };

  it('is emailed once, with child, class and credit [END-08]', async () => {
    const { family, insert } = await end(true);
    for (const again of [insert, insert]) expect(await deliver(again)).toEqual([]);
    expect(endpoint.received).toHaveLength(1);
    expect(endpoint.received[0]).toMatchObject({
      to: [family.profile.email],
      subject: 'Booking cancelled for Robin Parent: Juniorballerz',
    });
    expect(endpoint.received[0]?.text).toContain('$120.00 is credited to your account.');
  });

  it('is told to the adult who did not cancel it with the name of who did [FID-06]', async () => {
    const { booking, family } = await givenBooking();
    const adult = await addSecondAdult(table, family.id);
    const ending = { ending: { reason: 'cancelled' }, by: 'parent', adult: adult.id, tell: true } as const;
    const result = await endBooking(deps, booking, ending);
    if (result.outcome !== 'ended') throw new Error(result.outcome);
    expect(await deliver(insertRecord(endedBookingItem(result.record), '200'))).toEqual([]);
    const textTo = (address: string) => endpoint.received.find(({ to }) => to[0] === address)?.text;
    const [own, other] = [textTo(adult.email), textTo(family.profile.email)];
    expect(own).toContain('You cancelled the booking of Robin Parent.');
    expect(own).not.toContain('cancelled this');
    expect(other).toContain('Pat Parent cancelled this.');
    expect(other).toContain('The booking of Robin Parent was cancelled.');
    expect(other).not.toContain('You cancelled');
  });

  it.each([
    ['nobody is to be told', false, async () => {}],
    [
      'mail to the address is of no use',
      true,
      ({ profile }: SampleFamily) =>
        storeEmailProblem(table, {
          userId: profile.id,
          email: profile.email,
          problem: { kind: 'bounced', at: instantOf(sampleNow) },
        }),
    ],
    ['the family is gone', true, ({ id }: SampleFamily) => remove(familyKey(id))],
  ])('is not told where %s', async (_, tell, change) => {
    const { family, insert } = await end(tell);
    await change(family);
    expect(await deliver(insert)).toEqual([]);
    expect(endpoint.received).toEqual([]);
  });
});
