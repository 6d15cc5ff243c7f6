import { beforeAll, describe, expect, it } from 'vitest';
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
import { startTests } from '#infra/testing/services/system';
import type { SearchBookings } from '#shared/booking/admin-routes';
import { bookingSchema } from '#shared/booking/booking';
import type { FootballClass } from '#shared/classes/class';
import { hourMs } from '#shared/lib/durations';
import { date } from '#shared/testing/values';
import { batchDelete } from '../lib/dynamo/writes.ts';
import { newBookingId, newClassId } from '../lib/ids.ts';
import type { StoredBooking } from './bookings.ts';
import { takePlace } from './take-place.ts';

const { table, admin, items } = await startTests(() => ({}));
/** Each group of tests begins with a table without bookings. */
const empty = async () => batchDelete(table, await items());

const search = (body: Partial<SearchBookings> = {}) => admin.read('searchBookings', { body });
const named = (full_name: string, child = 'Robin Parent'): SampleFamily => {
  const family = sampleFamily({ children: [{ name: child }] });
  return { ...family, profile: { ...family.profile, full_name } };
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
  beforeAll(empty);

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
  const withEmail = (family: SampleFamily, email: string) => ({
    ...family,
    profile: { ...family.profile, email },
  });
  const zoe = withEmail(named('Ann Smith', 'Zoë Smith'), 'ann@home.example');
  const ben = withEmail(named('Bob Jones', 'Ben Jones'), 'bob@work.example');
  const meadow = sampleClass({ now: from, capacities: [10, 10], overrides: { venue: 'Meadow Hall' } });
  const park = sampleClass({ now: from, capacities: [10], overrides: { venue: 'Park Side' } });
  let booked: StoredBooking[];

  beforeAll(async () => {
    await empty();
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

  it.each<[string, Partial<SearchBookings>, number[]]>([
    ['a child', { query: 'zoe s' }, [1, 0]],
    ['a child with accents', { query: 'ZOË' }, [1, 0]],
    ['a parent', { query: 'bob' }, [2]],
    ['an email', { query: 'ANN@home' }, [1, 0]],
    ['part of an email that many have', { query: '.example' }, [2, 1, 0]],
    ['a venue', { query: 'meadow' }, [2, 0]],
    ['a venue or a child', { query: 'e' }, [2, 1, 0]],
    ['nothing that is there', { query: 'xyz' }, []],
    ['a pattern', { query: '.*' }, []],
    ['a class', { class_id: meadow.id }, [2, 0]],
    ['a class and a text', { class_id: meadow.id, query: 'smith' }, [0]],
    ['a class that is not there', { class_id: newClassId(from) }, []],
    ['sessions to come', { when: 'coming' }, [2, 1, 0]],
    ['an open payment', { payment: 'open' }, [2, 1, 0]],
    ['a settled payment', { payment: 'settled' }, []],
    ['all of it', { class_id: park.id, when: 'coming', payment: 'open', query: 'zoë' }, [1]],
  ])('by %s finds exactly those bookings, newest first', async (_, filter, expected) => {
    const page = await search(filter);
    expect(page.bookings.map(({ id }) => id)).toEqual(expected.map((index) => at(booked, index).id));
    expect(page).toMatchObject({ total: expected.length, next_cursor: null });
  });

  it('is narrowed to what is paid, and to what has a session to come', async () => {
    const family = named('Eve Past', 'Eve Junior');
    await putFamily(table, family);
    const ended = sampleBooking(park, family, { id: newBookingId(from), dates: [date('2025-09-06')] });
    await takePlace(table, ended);
    expect((await search({ query: 'eve' })).bookings.map(({ id }) => id)).toEqual([ended.id]);
    expect((await search({ query: 'eve', when: 'coming' })).bookings).toEqual([]);
    expect((await admin.pay(family.id, ended.amount)).status).toBe(201);
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
  beforeAll(empty);

  it('reads the months from the newest to the oldest, and finds all matches', async () => {
    const from = new Date(sampleNow.getTime() - 80 * 24 * hourMs);
    const cls = sampleClass({ now: from, capacities: [500] });
    await putClass(table, cls);
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
