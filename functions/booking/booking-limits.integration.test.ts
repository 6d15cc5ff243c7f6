import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at, type SampleFamily, sampleBooking } from '#infra/testing/samples/samples';
import { bookingSteps } from '#infra/testing/services/booking-system';
import type { Answer } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import type { FootballClass } from '#shared/classes/class';
import { hourMs } from '#shared/lib/durations';
import { limits } from '#shared/limits';
import { instant } from '#shared/testing/values';
import { beginFamilyDeletion } from '../across/delete-family.ts';
import { familyLedgerRef } from '../ledger/ledger.ts';
import { slotKey } from '../lib/dynamo/keys-of-classes.ts';
import { familyLedgerKey } from '../lib/dynamo/keys-of-people.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import { listBookingsOfParent } from './bookings.ts';
import { takePlace } from './take-place.ts';

const system = await startTests(bookingSteps);
const { table } = system;

/** Two slots with room for every child of a family, and a family with as many children as it may have. */
const given = async () => {
  const cls = await system.addClass({ capacities: [100, 100] });
  const names = Array.from({ length: limits.childrenPerFamily }, (_, index) => `Child ${index}`);
  const family = await system.addFamily(...names);
  const book = (options: Parameters<typeof system.tryToBook>[2]) => system.tryToBook(family, cls, options);
  /** Books places in a slot, for one child after the other. */
  const bookMany = async (count: number, slot: number, from = 0): Promise<void> => {
    for (let child = from; child < from + count; child += 1)
      expect((await book({ child, slot })).status).toBe(201);
  };
  return { cls, family, book, bookMany };
};

const bookingsOf = async ({ id }: SampleFamily) => (await listBookingsOfParent(table, id)).length;
const codeOf = ({ status, body }: Answer) => (status === 201 ? 'booked' : Reflect.get(Object(body), 'code'));

const hourlyLimit = {
  code: 'tooManyBookings',
  detail: 'A family can make at most 20 bookings an hour. Please try again in an hour.',
};
const liveLimit = {
  status: 409,
  body: {
    code: 'tooManyLiveBookings',
    detail:
      'A family can have at most 30 bookings with sessions to come. Please contact us if you need more.',
  },
};

describe('bookings of a family in an hour', () => {
  it('are exactly 20 of 40 simultaneous ones, with no retry and no refused one among them, until the next hour [BOK-52]', async () => {
    const { family, book } = await given();
    const key = randomUUID();
    const last = { child: 19, key };
    const first = await book(last);
    const answers = await Promise.all(
      [0, 1].flatMap((slot) => family.children.map((_, child) => book({ child, slot }))),
    );
    const counts = Map.groupBy(answers, codeOf);
    expect(counts.get('booked')).toHaveLength(19);
    expect(counts.get('alreadyBooked')).toHaveLength(1);
    expect(counts.get('tooManyBookings')).toHaveLength(20);
    const refused = answers.findIndex((answer) => codeOf(answer) === 'tooManyBookings');
    expect(answers[refused]).toMatchObject({ status: 429, body: hourlyLimit });
    // A repeated attempt is not a booking more.
    expect((await book(last)).body).toEqual(first.body);
    expect(await bookingsOf(family)).toBe(20);
    const charged = 20 * 12_000;
    const counted = { hour_bookings: 20, charged, live_bookings_at_most: 20 };
    expect(await system.accountOf(family)).toMatchObject(counted);
    system.passTime(hourMs);
    expect((await book({ slot: Math.floor(refused / 20), child: refused % 20 })).status).toBe(201);
    expect(await system.accountOf(family)).toMatchObject({ hour_bookings: 1, charged: charged + 12_000 });
  });

  it.each([
    ['the hour that the account counts was read as an earlier one', '2025-09-23T09', '2025-09-23T10', 8],
    ['the hour that the account counts was read as this one', '2025-09-23T10', '2025-09-23T09', 1],
  ])('are counted where %s', async (_name, read, counted_hour, hour_bookings) => {
    const { cls, family } = await given();
    await updateItem(table, familyLedgerKey(family.id), { set: { counted_hour, hour_bookings: 7 } });
    const ledger = familyLedgerRef(family.id).fromItem({ counted_hour: read });
    expect(await takePlace(table, sampleBooking(cls, family), { ledger })).toMatchObject({
      outcome: 'booked',
    });
    const counted = { counted_hour: '2025-09-23T10', hour_bookings };
    expect(await system.accountOf(family)).toMatchObject(counted);
  });

  it('count in the later hour where the clock of a function is behind', async () => {
    const { cls, family, bookMany } = await given();
    await bookMany(1, 0);
    const time_slot_id = at(cls.time_slots, 1).id;
    const created_at = instant('2025-09-23T09:59:59.999Z');
    const late = sampleBooking(cls, family, { time_slot_id, created_at });
    expect(await takePlace(table, late)).toMatchObject({ outcome: 'booked' });
    const counted = { counted_hour: '2025-09-23T10', hour_bookings: 2 };
    expect(await system.accountOf(family)).toMatchObject(counted);
  });
});

/** Takes all places of a slot, or closes it. */
const setSlot = (cls: FootballClass, slot: number, set: object) =>
  updateItem(table, slotKey(cls.id, at(cls.time_slots, slot).id), { set: { ...set } });

it('live bookings of a family are 30 at most, which is said before a full slot; an ended one frees its place [BOK-52, BOK-53]', async () => {
  const { cls, family, book, bookMany } = await given();
  const key = randomUUID();
  await book({ key });
  await bookMany(19, 0, 1);
  system.passTime(hourMs);
  await bookMany(10, 1);
  system.passTime(hourMs);
  expect(await book({ child: 10, slot: 1 })).toMatchObject(liveLimit);
  await setSlot(cls, 1, { current_bookings: 100 });
  expect(codeOf(await book({ child: 15, slot: 1 }))).toBe('tooManyLiveBookings');
  expect(codeOf(await book({ child: 5, slot: 1 }))).toBe('alreadyBooked');
  expect(codeOf(await book({ key, change: { amount: 12_000 } }))).toBe('booked');
  await setSlot(cls, 1, { current_bookings: 10 });
  const { bookings } = await system.placesOf(cls, 1);
  await system.end(at(bookings, 0));
  expect((await book({ child: 10, slot: 1 })).status).toBe(201);
  expect(await system.accountOf(family)).toMatchObject({ live_bookings_at_most: 30, hour_bookings: 1 });
  expect(await book({ child: 11, slot: 1 })).toMatchObject(liveLimit);
  await beginFamilyDeletion(table, family.id);
  expect(codeOf(await book({ child: 15, slot: 1 }))).toBe('profileNotFound');
  expect(await bookingsOf(family)).toBe(30);
});

it('of several refusals that apply, the first in the defined order is the answer [BOK-53]', async () => {
  const { cls, family, book, bookMany } = await given();
  const key = randomUUID();
  await book({ key });
  await bookMany(19, 0, 1);
  for (const slot of [0, 1]) await setSlot(cls, slot, { current_bookings: 100 });
  const capped = { child: 1, slot: 1 };
  const bookedChild = { child: 1, slot: 0 };
  const change = { calendar_version: 9 };
  expect(codeOf(await book(capped))).toBe('tooManyBookings');
  expect(codeOf(await book({ ...capped, change }))).toBe('calendarChanged');
  await setSlot(cls, 1, { closed: true });
  expect(codeOf(await book(capped))).toBe('slotNotFound');
  await beginFamilyDeletion(table, family.id);
  for (const more of [{}, { change }]) {
    expect(codeOf(await book({ ...capped, ...more }))).toBe('profileNotFound');
    expect(codeOf(await book({ ...bookedChild, ...more }))).toBe('alreadyBooked');
  }
  expect(codeOf(await book({ key }))).toBe('booked');
  expect(codeOf(await book({ key, change }))).toBe('sentBefore');
  expect(await bookingsOf(family)).toBe(20);
});
