import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { putClass, putFamily } from '#infra/local/seed/put';
import {
  at,
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleFamily,
  sampleNow,
} from '#infra/testing/samples/samples';
import { addSecondAdult, storeMany } from '#infra/testing/samples/stored';
import { adminApi } from '#infra/testing/services/admin-api';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import { bookingPageSchema, type SearchBookings } from '#shared/booking/admin-routes';
import { bookingSchema } from '#shared/booking/booking';
import type { FootballClass } from '#shared/classes/class';
import { hourMs } from '#shared/lib/durations';
import { idempotencyKeyHeader } from '#shared/lib/ids';
import { date } from '#shared/testing/values';
import { newBookingId, newClassId } from '../lib/ids.ts';
import type { StoredBooking } from './bookings.ts';
import { takePlace } from './take-place.ts';

let table: TestTable;
let admin: ReturnType<typeof adminApi>;
const start = async () => {
  table = await startTestTable();
  admin = adminApi({ table });
};

const search = async (body: Partial<SearchBookings> = {}) => {
  const answer = await admin.call('searchBookings', { body });
  expect(answer.status).toBe(200);
  return bookingPageSchema.parse(answer.body);
};

/** Reads all pages, as a screen does that is scrolled to the end. */
const searchAll = async (body: Partial<SearchBookings>) => {
  const pages = [await search(body)];
  for (let cursor = pages.at(-1)?.next_cursor; cursor; cursor = pages.at(-1)?.next_cursor) {
    pages.push(await search({ ...body, cursor }));
  }
  return pages.flatMap(({ bookings }) => bookings);
};

describe('the list of bookings', () => {
  beforeAll(start);
  afterAll(() => table.stop());

  it('returns the bookings of all months once, newest first, in pages [API-13, API-18, PRM-08]', async () => {
    const from = new Date(sampleNow.getTime() - 100 * 24 * hourMs);
    const cls = sampleClass({ now: from, capacities: [500, 500] });
    const families = [sampleFamily(), sampleFamily()];
    await putClass(table, cls);
    for (const family of families) await putFamily(table, family);
    const stored = await storeMany(table, 95, { classes: [cls], families, from, everyMs: 25 * hourMs });

    const all = await searchAll({ limit: 10 });

    expect(all.map(({ id }) => id)).toEqual(stored.map(({ id }) => id).toReversed());
    expect((await search({ limit: 10 })).total).toBe(95);
    expect(at(all, 0)).toMatchObject({
      child_name: 'Child 94',
      parent: { email: families[0]?.profile.email, full_name: 'Pat Parent' },
      time_slot: { class: { venue: cls.venue, weekly_rate: 2000, start_date: cls.start_date } },
    });
  });

  it('continues from its cursor after bookings were added and deleted', async () => {
    const first = await search({ limit: 5 });
    const last = at(first.bookings, 4);
    await admin.call('deleteBooking', { params: { bookingId: last.id } });
    const second = await search({ limit: 5, cursor: last.id });
    expect(at(second.bookings, 0).child_name).toBe('Child 89');
  });
});

describe('a search', () => {
  const from = new Date(sampleNow.getTime() - 40 * 24 * hourMs);
  const named = (full_name: string, email: string, child: string): SampleFamily => {
    const family = sampleFamily({ children: [{ name: child }] });
    return { ...family, profile: { ...family.profile, full_name, email } };
  };
  const zoe = named('Ann Smith', 'ann@home.example', 'Zoë Smith');
  const ben = named('Bob Jones', 'bob@work.example', 'Ben Jones');
  const meadow: FootballClass = sampleClass({
    now: from,
    capacities: [10, 10],
    overrides: { venue: 'Meadow Hall' },
  });
  const park = sampleClass({ now: from, capacities: [10], overrides: { venue: 'Park Side' } });
  let booked: StoredBooking[];

  beforeAll(async () => {
    await start();
    for (const cls of [meadow, park]) await putClass(table, cls);
    for (const family of [zoe, ben]) await putFamily(table, family);
    const book = async (cls: FootballClass, family: SampleFamily, hours: number) => {
      const made = new Date(from.getTime() + hours * hourMs);
      const booking = sampleBooking(cls, family, {
        id: newBookingId(made),
        created_at: z.parse(bookingSchema.shape.created_at, made.toISOString()),
      });
      expect(await takePlace(table, booking)).toMatchObject({ outcome: 'booked' });
      return booking;
    };
    booked = [await book(meadow, zoe, 1), await book(park, zoe, 500), await book(meadow, ben, 700)];
  });
  afterAll(() => table.stop());

  it.each([
    ['a child', 'zoe s', [1, 0]],
    ['a child with accents', 'ZOË', [1, 0]],
    ['a parent', 'bob', [2]],
    ['an email', 'ANN@home', [1, 0]],
    ['part of an email that many have', '.example', [2, 1, 0]],
    ['a venue', 'meadow', [2, 0]],
    ['a venue or a child', 'e', [2, 1, 0]],
    ['nothing that is there', 'xyz', []],
    ['a pattern', '.*', []],
  ])('by %s finds exactly those bookings, newest first', async (_name, query, expected) => {
    const page = await search({ query });
    expect(page.bookings.map(({ id }) => id)).toEqual(expected.map((index) => at(booked, index).id));
    expect(page).toMatchObject({ total: expected.length, next_cursor: null });
  });

  it.each<[string, Partial<SearchBookings>, number[]]>([
    ['a class', { class_id: meadow.id }, [2, 0]],
    ['a class and a text', { class_id: meadow.id, query: 'smith' }, [0]],
    ['a class that is not there', { class_id: newClassId(from) }, []],
    ['sessions to come', { when: 'coming' }, [2, 1, 0]],
    ['an open payment', { payment: 'open' }, [2, 1, 0]],
    ['a settled payment', { payment: 'settled' }, []],
    ['all of it', { class_id: park.id, when: 'coming', payment: 'open', query: 'zoë' }, [1]],
  ])('is narrowed to %s', async (_, filter, expected) => {
    const page = await search(filter);
    expect(page.bookings.map(({ id }) => id)).toEqual(expected.map((index) => at(booked, index).id));
    expect(page).toMatchObject({ total: expected.length, next_cursor: null });
  });

  it('is narrowed to what is paid, and to what has a session to come', async () => {
    const family = named('Eve Past', 'eve@past.example', 'Eve Junior');
    await putFamily(table, family);
    const ended = sampleBooking(park, family, { id: newBookingId(from), dates: [date('2025-09-06')] });
    await takePlace(table, ended);
    expect((await search({ query: 'eve' })).bookings.map(({ id }) => id)).toEqual([ended.id]);
    expect((await search({ query: 'eve', when: 'coming' })).bookings).toEqual([]);
    const paid = await admin.call('recordPayment', {
      params: { parentId: family.id },
      body: {
        amount: ended.amount,
        day: '2025-09-20',
        method: 'bank-transfer',
        note: 'Transfer',
        booking_id: null,
        receipt: false,
      },
      headers: { [idempotencyKeyHeader]: randomUUID() },
    });
    expect(paid.status).toBeLessThan(300);
    const idsOf = async (filter: Partial<SearchBookings>) =>
      (await search(filter)).bookings.map(({ id }) => id);
    expect(await idsOf({ payment: 'settled' })).toEqual([ended.id]);
    expect(await idsOf({ payment: 'open' })).not.toContain(ended.id);
  });

  it('finds the bookings of a family by its second adult [FID-13]', async () => {
    const { email } = await addSecondAdult(table, ben.id);
    expect((await search({ query: email })).bookings.map(({ id }) => id)).toEqual([at(booked, 2).id]);
  });
});

describe('a search with very many matches', () => {
  beforeAll(start);
  afterAll(() => table.stop());

  it('reads the months from the newest to the oldest, and finds all matches', async () => {
    const from = new Date(sampleNow.getTime() - 80 * 24 * hourMs);
    const cls = sampleClass({ now: from, capacities: [500] });
    await putClass(table, cls);
    const named = (full_name: string): SampleFamily => {
      const family = sampleFamily();
      return { ...family, profile: { ...family.profile, full_name } };
    };
    // More families than a search queries one by one, and one of them that does not match.
    const families = [...Array.from({ length: 101 }, () => named('Ann Smith')), named('Bob Jones')];
    for (const family of families) await putFamily(table, family);
    const stored = await storeMany(table, 306, { classes: [cls], families, from, everyMs: 6 * hourMs });
    const bob = families[101]?.id;
    const expected = stored
      .filter(({ parent_id }) => parent_id !== bob)
      .map(({ id }) => id)
      .toReversed();
    expect(expected).toHaveLength(303);

    const first = await table.measure(() => search({ query: 'smith', limit: 50 }));
    expect(first.result).toMatchObject({ total: null, bookings: { length: 50 } });
    // The classes, the families, one range of a month, the families of a page and their ledgers.
    expect(first.cost.map(({ operation }) => operation)).toEqual([
      'Query',
      'Query',
      'Query',
      'BatchGetItem',
      'BatchGetItem',
    ]);
    const found = await searchAll({ query: 'smith', limit: 50 });
    expect(found.map(({ id }) => id)).toEqual(expected);
  });
});
