import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { at, type SampleFamily, sampleNow, sampleSender } from '#infra/testing/samples/samples';
import { addSecondAdult } from '#infra/testing/samples/stored';
import { runMailer } from '#infra/testing/services/background';
import { bookingSteps } from '#infra/testing/services/booking-system';
import type { SesOutcome } from '#infra/testing/services/ses';
import { startTests } from '#infra/testing/services/system';
import { insertRecord } from '#infra/testing/table/all-items';
import type { Booking } from '#shared/booking/booking';
import { instantOf } from '#shared/lib/values';
import { programmeIds } from '#shared/programmes';
import { discountRulesSchema } from '#shared/school/settings';
import { storeEmailProblem } from '../accounts/account-marks.ts';
import { subjectFor } from '../accounts/readers.ts';
import { memberPath } from '../accounts/stored-families.ts';
import { changeBooking } from '../across/change-children.ts';
import type { Key } from '../lib/dynamo/items.ts';
import { classKey, slotKey } from '../lib/dynamo/keys-of-classes.ts';
import { familyKey, sendLeaseKey } from '../lib/dynamo/keys-of-people.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import { newBookingId } from '../lib/ids.ts';
import { acquireSendLease } from '../lib/mail/send-once.ts';
import { bookingItem, bookingRef, type StoredBooking } from './bookings.ts';
import { endBooking } from './end-booking.ts';
import { endedBookingItem } from './ended-bookings.ts';

const system = await startTests(bookingSteps);
const { table, mails, logged } = system;
const reduction = { by: 'percent', percent: 10 };
const sibling = { reduction, programmes: [...programmeIds] };
const discounts = discountRulesSchema.parse({ sibling, second_class: null, early: null });
await system.changeSettings({ discounts });
const deps = { ...system.deps, mail: { ...system.deps.mail, pause: async () => {} } };

/** A booking as the API makes it, and the record that the stream has of it. */
const given = async ({ by, sequence = '100' }: { by?: 'office'; sequence?: string } = {}) => {
  mails.length = 0;
  system.answer(() => 'accept');
  const [cls, family] = [await system.addClass(), await system.addFamily('Robin Parent', 'Alex Parent')];
  await system.book(family, cls, { ...(by && { by }) });
  const booking = at((await system.placesOf(cls)).bookings, 0);
  return { cls, family, booking, record: insertRecord(bookingItem(booking), sequence) };
};

/** What becomes of the next emails; accepted after these. */
const answerNext = (...outcomes: SesOutcome[]) => system.answer(() => outcomes.shift() ?? 'accept');

/** @returns the records that the stream is to deliver again */
const deliver = async (records: readonly DynamoDBRecord[], more: object = {}): Promise<string[]> => {
  const { batchItemFailures } = await runMailer(records, { ...deps, ...more });
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
};

const read = () =>
  Promise.all(mails.map(async ({ data, to }) => ({ ...(await PostalMime.parse(data)), address: to })));
const textTo = async (address: string) => (await read()).find((mail) => mail.address === address)?.text;

const remove = (key: Key) => table.client.send(new DeleteCommand({ TableName: table.name, Key: key }));

/** Names the email to the adult who booked to the send lease. */
const confirmationOf = ({ id, booked_by_adult = expect.unreachable() }: StoredBooking) =>
  ({ kind: 'confirmation', subjectId: subjectFor(id, booked_by_adult) }) as const;
const leaseKey = (booking: StoredBooking) => sendLeaseKey(confirmationOf(booking).subjectId, 'confirmation');
const storedLease = async (booking: StoredBooking) =>
  (await table.client.send(new GetCommand({ TableName: table.name, Key: leaseKey(booking) }))).Item;

const problem = { kind: 'bounced', at: instantOf(sampleNow) } as const;

describe('a new booking', () => {
  it('is confirmed to the address of the parent, and names who booked to the other adult alone [API-34, BOK-35, FID-06]', async () => {
    const { family, record } = await given();
    const { email, id } = family.profile;
    const adult = await addSecondAdult(table, family.id);
    expect(await deliver([record])).toEqual([]);
    expect(new Set(mails.map(({ to }) => to))).toEqual(new Set([email, adult.email]));
    expect(mails.find(({ to }) => to === email)).toMatchObject({ tags: { account: id } });
    const [mail] = await read();
    expect(mail?.from?.address).toBe(sampleSender.match(/<(.*)>/)?.[1]);
    expect(mail?.subject).toBe('Booking confirmed for Robin Parent: Juniorballerz');
    expect(mail?.html).toContain('$120.00');
    expect(mail?.text).toContain('Class dates:\n- Sep 27, 2025\n');
    for (const one of [email, adult.email])
      expect((await textTo(one))?.includes('Pat Parent booked this.')).toBe(one === adult.email);
    expect(mail?.text).not.toContain('Booked for you by');
  });

  it('says that the school booked it, where the office did [BHF-01]', async () => {
    const { record } = await given({ by: 'office' });
    expect(await deliver([record])).toEqual([]);
    const [mail] = await read();
    for (const part of [mail?.text, mail?.html]) expect(part).toContain('Booked for you by Ballerz.');
  });
});

describe('siblings who were booked with one press', () => {
  const givenSiblings = async () => {
    mails.length = 0;
    const [cls, family] = [await system.addClass(), await system.addFamily('Robin Parent', 'Alex Parent')];
    await system.book(family, cls, { siblings: [1] });
    const { bookings } = await system.placesOf(cls);
    const ofChild = (index: number) =>
      bookings.find(({ child_id }) => child_id === at(family.children, index).id) ?? expect.unreachable();
    const [first, second] = [ofChild(0), ofChild(1)];
    const records = [first, second].map((one, index) => insertRecord(bookingItem(one), `${index}`));
    return { first, second, records };
  };

  it('get one confirmation with the price of each, whatever is delivered first or again [BSK-03]', async () => {
    const { records } = await givenSiblings();
    for (const batch of [records.toReversed(), records]) expect(await deliver(batch)).toEqual([]);
    const [mail, ...more] = await read();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Booking confirmed for Robin Parent and Alex Parent: Juniorballerz');
    const alex = 'Child: Alex Parent: $108.00 (Sibling discount -$12.00)';
    for (const part of [`Child: Robin Parent: $120.00\n${alex}\n`, 'Total: $228.00\n'])
      expect(mail?.text).toContain(part);
    expect(mail?.text?.match(/Sep 27, 2025/g)).toHaveLength(1);
  });

  it.each([[[0]], [[1]], [[0, 1]]])(
    'are confirmed without the bookings %j of them that have ended [BSK-03]',
    async (ended) => {
      const { first, second, records } = await givenSiblings();
      for (const index of ended) await system.end(at([first, second], index));
      expect(await deliver(records)).toEqual([]);
      const left = [first, second].filter((_, index) => !ended.includes(index));
      const sent = await read();
      expect(sent.map(({ subject }) => subject)).toEqual(
        left.map(({ child_name }) => `Booking confirmed for ${child_name}: Juniorballerz`),
      );
      for (const { text } of sent)
        for (const index of ended) expect(text).not.toContain(at([first, second], index).child_name);
    },
  );
});

describe('nothing is sent, and nothing tried again, when', () => {
  type Given = Awaited<ReturnType<typeof given>>;
  const emailOf = ({ family }: Given) => `${memberPath(family.profile.id)}.email`;
  const set = (one: Given, change: object) => updateItem(table, familyKey(one.family.id), change);
  it.each<[string, (one: Given) => Promise<unknown>]>([
    ...(['bounced', 'complained'] as const).map((kind): [string, (one: Given) => Promise<unknown>] => [
      `mail to the parent has ${kind} before`,
      ({ family: { profile } }) =>
        storeEmailProblem(table, { userId: profile.id, email: profile.email, problem: { ...problem, kind } }),
    ]),
    ['the email of the parent is empty', (one) => set(one, { set: { [emailOf(one)]: '' } })],
    ['the parent has no email', (one) => set(one, { remove: [emailOf(one)] })],
    ['the booking is gone', ({ booking }) => system.end(booking)],
    ['the class is gone', ({ cls }) => remove(classKey(cls.id))],
    ['the slot is gone', ({ cls, booking }) => remove(slotKey(cls.id, booking.time_slot_id))],
    ['the family is gone', ({ family }) => remove(familyKey(family.id))],
  ])('%s [BOK-35]', async (_, change) => {
    const one = await given();
    await change(one);
    expect(await deliver([one.record])).toEqual([]);
    expect(mails).toEqual([]);
    expect(await storedLease(one.booking)).toBeUndefined();
  });

  it('the record is not a new booking', async () => {
    const { booking, record } = await given();
    const others = [
      { ...record, eventName: 'MODIFY' as const },
      { ...record, eventName: 'REMOVE' as const },
      insertRecord({ ...bookingItem(booking), entity: 'profile' }, '101'),
      {},
    ];
    expect(await deliver(others)).toEqual([]);
    expect(mails).toEqual([]);
  });
});

describe('one booking gets one confirmation [API-37]', () => {
  it('when its record is delivered 20 times at once, and its child is booked again in its place', async () => {
    const { cls, booking, record } = await given();
    const failures = await Promise.all(Array.from({ length: 20 }, () => deliver([record])));
    expect(failures).toContainEqual([]);
    expect(await deliver(Array.from({ length: 20 }, () => record))).toEqual([]);
    expect(mails).toHaveLength(1);
    const again = { ...booking, id: newBookingId(new Date(sampleNow.getTime() + 1)) };
    await updateItem(table, bookingRef(booking).key, { set: { id: again.id } });
    expect(await deliver([record, insertRecord(bookingItem(again), '101')])).toEqual([]);
    expect(mails).toHaveLength(2);
    expect((await system.placesOf(cls)).bookings).toMatchObject([{ id: again.id }]);
  });

  it('with the name as it was corrected before it was confirmed', async () => {
    const { booking, record } = await given();
    await changeBooking(table, booking, { ...booking, child_name: 'Robyn Parent' }, []);
    expect(await deliver([record])).toEqual([]);
    expect((await read()).map(({ subject }) => subject)).toEqual([
      'Booking confirmed for Robyn Parent: Juniorballerz',
    ]);
  });

  it('when the message was sent but the lease could not be marked', async () => {
    const { booking, record } = await given();
    system.answer(async () => {
      await remove(leaseKey(booking));
      return 'accept' as const;
    });
    expect(await deliver([record])).toEqual([]);
    expect(mails).toHaveLength(1);
    expect(logged.join()).toContain('confirmation.sent-but-not-noted');
  });

  it('when nobody knows whether it was sent: it is reported until it is parked, never sent again', async () => {
    const { record } = await given();
    answerNext('break-after');
    for (const _delivery of [1, 2, 3]) expect(await deliver([record])).toEqual(['100']);
    expect(mails).toHaveLength(1);
  });

  it.each<SesOutcome>(['reject', 'down'])(
    'when SES refused it (%s): a later delivery sends it [BOK-36]',
    async (outcome) => {
      const { booking, record } = await given();
      answerNext(outcome, outcome);
      for (const _delivery of [1, 2]) expect(await deliver([record])).toEqual(['100']);
      expect(await storedLease(booking)).toBeUndefined();
      expect(await deliver([record])).toEqual([]);
      expect(mails).toHaveLength(3);
      expect(await storedLease(booking)).toMatchObject({ sent: true, message_id: 'ses-3' });
    },
  );

  it('when SES throttles a batch: the same delivery sends it', async () => {
    const batch = [
      await given({ sequence: '1' }),
      await given({ sequence: '2' }),
      await given({ sequence: '3' }),
    ];
    answerNext('throttle', 'throttle', 'throttle', 'throttle');
    expect(await deliver(batch.map(({ record }) => record))).toEqual([]);
    expect(mails.map(({ isAccepted }) => isAccepted).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => false),
      ...batch.map(() => true),
    ]);
    for (const { booking } of batch) expect(await storedLease(booking)).toMatchObject({ sent: true });
  });
});

describe('a lease', () => {
  it('expires at its stored time, before DynamoDB deletes it', async () => {
    const { booking, record } = await given();
    await acquireSendLease(table, confirmationOf(booking), sampleNow);
    const { expires_at } = (await storedLease(booking)) ?? {};
    const deliverAt = (ms: number) => deliver([record], { clock: () => new Date(ms) });
    expect(await deliverAt(expires_at * 1000 - 1)).toEqual(['100']);
    expect(await deliverAt(expires_at * 1000)).toEqual([]);
    expect(mails).toHaveLength(1);
  });

  it('is held by the delivery whose write was repeated because its answer was lost', async () => {
    const { booking } = await given();
    const name = 'repeatWrite';
    table.client.middlewareStack.add(
      (next) => async (args) => {
        await next(args);
        return next(args);
      },
      { step: 'finalizeRequest', name },
    );
    const acquire = () => acquireSendLease(table, confirmationOf(booking), sampleNow);
    const answer = await acquire().finally(() => table.client.middlewareStack.remove(name));
    expect([answer, await acquire()]).toMatchObject([{ state: 'held' }, { state: 'held-by-other' }]);
  });
});

describe('a booking that ended', () => {
  const end = async (booking: Booking, more: object = {}) => {
    const request = { ending: { reason: 'cancelled' }, by: 'parent', tell: true, ...more } as const;
    const result = await endBooking(deps, booking, request);
    if (result.outcome !== 'ended') throw new Error(result.outcome);
    return [insertRecord(endedBookingItem(result.record), '200')];
  };

  it('is emailed once to each adult, with child, class, credit and the name of who did it to the other one [END-08, FID-06]', async () => {
    const { booking, family } = await given();
    const adult = await addSecondAdult(table, family.id);
    const records = await end(booking, { adult: adult.id });
    for (const _delivery of [1, 2]) expect(await deliver(records)).toEqual([]);
    const subject = 'Booking cancelled for Robin Parent: Juniorballerz';
    expect((await read()).map((mail) => mail.subject)).toEqual([subject, subject]);
    const [own, other] = [await textTo(adult.email), await textTo(family.profile.email)];
    for (const text of [own, other]) expect(text).toContain('$120.00 is credited to your account.');
    expect(own).toContain('You cancelled the booking of Robin Parent.');
    expect(own).not.toContain('cancelled this');
    expect(other).toContain('Pat Parent cancelled this.');
    expect(other).toContain('The booking of Robin Parent was cancelled.');
    expect(other).not.toContain('You cancelled');
  });

  it.each<[string, boolean, (family: SampleFamily) => Promise<unknown>]>([
    ['nobody is to be told', false, async () => {}],
    [
      'mail to the address is of no use',
      true,
      ({ profile: { id, email } }) => storeEmailProblem(table, { userId: id, email, problem }),
    ],
    ['the family is gone', true, ({ id }) => remove(familyKey(id))],
  ])('is not told where %s', async (_, tell, change) => {
    const { booking, family } = await given();
    const records = await end(booking, { tell });
    await change(family);
    expect(await deliver(records)).toEqual([]);
    expect(mails).toEqual([]);
  });
});
