import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import {
  at,
  type SampleFamily,
  sampleNow,
  sampleSender,
  sampleSiteUrl,
} from '#infra/testing/samples/samples';
import { addSecondAdult } from '#infra/testing/samples/stored';
import { runMailer } from '#infra/testing/services/background';
import { type BookingSystem, bookingSteps } from '#infra/testing/services/booking-system';
import { createFakeSes, type SesOutcome } from '#infra/testing/services/ses';
import { startSystem } from '#infra/testing/services/system';
import { readAllItems } from '#infra/testing/table/all-items';
import type { Booking } from '#shared/booking/booking';
import type { FootballClass } from '#shared/classes/class';
import { bookingEntity } from './bookings.ts';
import { endedBookingEntity } from './ended-bookings.ts';

let system: BookingSystem;
/** What becomes of the next emails; accepted after these. */
const outcomes: SesOutcome[] = [];
const ses = createFakeSes(() => outcomes.shift() ?? 'accept');
const seen = new Set<string>();
beforeAll(async () => {
  system = await startSystem(bookingSteps);
});
afterAll(() => system.stop());
beforeEach(() => {
  vi.spyOn(console, 'info').mockReturnValue();
  ses.mails.length = 0;
  system.setTime(sampleNow);
});

/** What the stream has of new bookings and records. A replaced item is no new one. */
const newRecords = async (): Promise<DynamoDBRecord[]> => {
  const records: DynamoDBRecord[] = [];
  for (const item of await readAllItems(system.table)) {
    const key = `${item.PK} ${item.SK}`;
    if (![bookingEntity, endedBookingEntity].includes(String(item.entity)) || seen.has(key)) continue;
    seen.add(key);
    const NewImage = marshall(item) as Record<string, AttributeValue>;
    records.push({ eventName: 'INSERT', dynamodb: { SequenceNumber: '1', NewImage } });
  }
  return records;
};

const handle = (records: readonly DynamoDBRecord[]) =>
  runMailer(records, {
    table: system.table,
    mail: { ses: ses.client, from: sampleSender },
    clock: system.clock,
    siteUrl: sampleSiteUrl,
    timeZone: system.deps.timeZone,
  });

/** Delivers what is new, twice, as the stream may. */
const deliver = async (): Promise<void> => {
  const records = await newRecords();
  for (const batch of [records, records]) expect(await handle(batch)).toEqual({ batchItemFailures: [] });
};

const subjects = (): string[] => ses.mails.map(({ data }) => /^Subject: (.*)$/m.exec(data)?.[1] ?? '');

const move = async (
  family: SampleFamily,
  { id, class_id, time_slot_id, child_id, trial_date }: Booking,
  cls: FootballClass,
  slot: number,
  { credit = 0, charge = 0 } = {},
): Promise<void> => {
  const { status } = await system.asFamily(family, 'moveMyBooking', {
    params: { bookingId: id },
    body: {
      booking: { class_id, time_slot_id, child_id },
      class_id: cls.id,
      time_slot_id: at(cls.time_slots, slot).id,
      calendar_version: 0,
      credit,
      charge,
      ...(trial_date && { trial_date }),
    },
  });
  expect(status).toBe(200);
};

it('a move within a class is emailed once, with the old and the new time, and not confirmed again [MOV-07]', async () => {
  const cls = await system.addClass({ capacities: [5, 5] });
  const family = await system.addFamily();
  const booking = await system.book(family, cls);
  await deliver();
  ses.mails.length = 0;
  await move(family, booking, cls, 1);
  await deliver();
  expect(subjects()).toEqual(['Changed for Robin: Juniorballerz, 10:00 AM - 10:45 AM']);
  const text = ses.mails[0]?.data ?? '';
  for (const part of ['Before', '9:00 AM - 9:45 AM', '10:00 AM - 10:45 AM']) expect(text).toContain(part);
  expect(text).not.toContain('Credited');
});

it('a move by one adult names that adult to the other one [FID-06]', async () => {
  const cls = await system.addClass({ capacities: [5, 5] });
  const family = await system.addFamily();
  const adult = await addSecondAdult(system.table, family.id);
  const booking = await system.book(family, cls);
  await deliver();
  ses.mails.length = 0;
  await move({ ...family, profile: adult }, booking, cls, 1);
  await deliver();
  const told = ses.mails.map(({ to, data }) => [to, data.includes('Pat Parent moved this.')]);
  expect(told.toSorted()).toEqual(
    [
      [family.profile.email, true],
      [adult.email, false],
    ].toSorted(),
  );
});

it('who joined the family after the confirmation is told of a move alone [MOV-07]', async () => {
  const cls = await system.addClass({ capacities: [5, 5] });
  const family = await system.addFamily();
  const booking = await system.book(family, cls);
  await deliver();
  const adult = await addSecondAdult(system.table, family.id);
  ses.mails.length = 0;
  await move(family, booking, cls, 1);
  await deliver();
  expect(ses.mails.map(({ to }) => to).toSorted()).toEqual([family.profile.email, adult.email].toSorted());
  expect(new Set(subjects())).toEqual(new Set(['Changed for Robin: Juniorballerz, 10:00 AM - 10:45 AM']));
});

it('a move names no session that was cancelled, and one in the old slot at its own time [MOV-07, CAN-11]', async () => {
  const cls = await system.addClass({ capacities: [5, 5] });
  const [first, second] = [await system.addFamily(), await system.addFamily()];
  const bookings = [await system.book(first, cls), await system.book(second, cls)];
  const session = { class_id: cls.id, slot_id: at(cls.time_slots, 0).id, date: '2025-09-27' };
  const body = {
    target: { kind: 'session', ...session },
    reason: 'weather',
    note: null,
    remedy: { kind: 'credit' },
  };
  expect((await system.admin.call('cancelSessions', { body })).status).toBe(200);
  await deliver();
  const toCome = async () => {
    const text = (await PostalMime.parse(ses.mails.at(-1)?.data ?? '')).text ?? '';
    return text.split('\n').filter((line) => line.startsWith('- '));
  };
  await move(first, at(bookings, 0), cls, 1);
  await deliver();
  expect((await toCome())[0]).toBe('- Oct 4, 2025');
  await move(second, at(bookings, 1), cls, 1);
  // It is on again before the email is sent.
  expect((await system.admin.call('restoreSession', { body: session })).status).toBe(200);
  await deliver();
  expect((await toCome()).slice(0, 2)).toEqual(['- Sep 27, 2025 (9:00 AM - 9:45 AM)', '- Oct 4, 2025']);
});

it('a booking that moves before it was confirmed is confirmed, and the move is told [MOV-07]', async () => {
  const cls = await system.addClass({ capacities: [5, 5] });
  const family = await system.addFamily();
  await move(family, await system.book(family, cls), cls, 1);
  await deliver();
  expect(subjects()).toEqual([
    'Booking confirmed for Robin: Juniorballerz',
    'Changed for Robin: Juniorballerz, 10:00 AM - 10:45 AM',
  ]);
});

it('a move is told, once, where the outcome of the confirmation is unknown, which is reported each time [MOV-07]', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const cls = await system.addClass({ capacities: [5, 5] });
  const family = await system.addFamily();
  await move(family, await system.book(family, cls), cls, 1);
  const records = await newRecords();
  outcomes.push('break-after');
  const failed = { batchItemFailures: [{ itemIdentifier: '1' }] };
  for (const _delivery of [1, 2]) expect(await handle(records)).toEqual(failed);
  expect(subjects()).toEqual([
    'Booking confirmed for Robin: Juniorballerz',
    'Changed for Robin: Juniorballerz, 10:00 AM - 10:45 AM',
  ]);
});

it('a move to another class is emailed once, with the money, and not confirmed [MOV-07]', async () => {
  const [from, to] = [await system.addClass(), await system.addClass()];
  const family = await system.addFamily();
  const booking = await system.book(family, from);
  await deliver();
  ses.mails.length = 0;
  await move(family, booking, to, 0, { credit: 12_000, charge: 12_000 });
  await deliver();
  expect(subjects()).toEqual(['Changed for Robin: Juniorballerz, 9:00 AM - 9:45 AM']);
  expect(ses.mails[0]?.data).toContain('$120.00 for the sessions left of the old booking');
});

it('a trial that is kept is confirmed as a full programme, once [TRI-02]', async () => {
  const cls = await system.addClass();
  const family = await system.addFamily();
  const { id, class_id, time_slot_id, child_id } = await system.book(family, cls, { isTrial: true });
  await deliver();
  ses.mails.length = 0;
  const { status } = await system.asFamily(family, 'upgradeTrial', {
    params: { bookingId: id },
    headers: { 'idempotency-key': randomUUID() },
    body: { booking: { class_id, time_slot_id, child_id }, amount: 10_000, calendar_version: 0 },
  });
  expect(status).toBe(200);
  await deliver();
  expect(subjects()).toEqual(['Booking confirmed for Robin: Juniorballerz']);
  expect(ses.mails[0]?.data).toContain('$100.00');
});

it('a trial that is moved and kept at once is told by one email, with its time and its session [TRI-02, MOV-07]', async () => {
  const cls = await system.addClass({ capacities: [5, 5] });
  const family = await system.addFamily();
  const trial = await system.book(family, cls, { isTrial: true });
  await deliver();
  ses.mails.length = 0;
  const { id, class_id, child_id } = trial;
  const time_slot_id = at(cls.time_slots, 1).id;
  await move(family, trial, cls, 1);
  const moved = await newRecords();
  expect(moved).toHaveLength(1);
  const { status } = await system.asFamily(family, 'upgradeTrial', {
    params: { bookingId: id },
    headers: { 'idempotency-key': randomUUID() },
    body: { booking: { class_id, time_slot_id, child_id }, amount: 10_000, calendar_version: 0 },
  });
  expect(status).toBe(200);
  await handle([...moved, ...(await newRecords())]);
  expect(subjects()).toEqual(['Booking confirmed for Robin: Juniorballerz']);
  const { text = '' } = await PostalMime.parse(at(ses.mails, 0).data);
  for (const part of ['10:00 AM - 10:45 AM', 'Sep 27, 2025 (the trial)', 'Oct 4, 2025'])
    expect(text).toContain(part);
});

it('an administrator moves without an email where the parent is not to be told [MOV-06]', async () => {
  const cls = await system.addClass({ capacities: [5, 5] });
  const family = await system.addFamily();
  const { id, class_id, time_slot_id, child_id, parent_id } = await system.book(family, cls);
  await deliver();
  ses.mails.length = 0;
  const { status } = await system.admin.call('moveBooking', {
    params: { bookingId: id },
    body: {
      booking: { class_id, time_slot_id, child_id, parent_id },
      class_id,
      time_slot_id: at(cls.time_slots, 1).id,
      calendar_version: 0,
      credit: 0,
      charge: 0,
      tell: false,
    },
  });
  expect(status).toBe(200);
  await deliver();
  expect(subjects()).toEqual([]);
});
