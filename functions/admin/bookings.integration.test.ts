import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { bookingSchema } from '#shared/schemas/booking';
import { bookingPageSchema, type SearchBookings } from '#shared/schemas/booking-admin';
import type { FootballClass } from '#shared/schemas/class';
import type { BookingId } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import type { StoredBooking } from '../data/bookings.ts';
import { createClass, getTimeSlot } from '../data/classes.ts';
import { createFamily } from '../data/families.ts';
import { newBookingId } from '../data/ids.ts';
import { activityPartition, childKey, slotKey } from '../data/keys.ts';
import { queryAll } from '../data/query-all.ts';
import { listBookingsOfSlot } from '../data/roster.ts';
import { takePlace } from '../data/take-place.ts';
import { adminApi } from '../testing/admin-api.ts';
import { sampleBooking } from '../testing/sample-booking.ts';
import { sampleClass, sampleFamily, sampleNow } from '../testing/samples.ts';
import { storeMany } from '../testing/store-many.ts';
import { startTestTable, type TestTable } from '../testing/test-table.ts';

const hourMs = 60 * 60 * 1000;
const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index];
  if (found === undefined) throw new Error(`no entry ${index}`);
  return found;
};

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

/** All pages, as a screen that scrolls to the end asks for them. */
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

  it('is empty, with a total of 0, while there is nothing [ADM-42]', async () => {
    expect(await search()).toEqual({ bookings: [], total: 0, next_cursor: null });
  });

  it('has all bookings of all months, newest first, page by page, each once [API-13, API-18, PRM-08, ADM-39, ADM-42]', async () => {
    const from = new Date(sampleNow.getTime() - 100 * 24 * hourMs);
    const cls = sampleClass({ now: from, capacities: [500, 500] });
    const families = [sampleFamily(), sampleFamily()];
    await createClass(table, cls);
    for (const family of families) await createFamily(table, family);
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

  it('ends without an empty page when the last one is full', async () => {
    const { next_cursor } = await search({ limit: 95 });
    expect(next_cursor).toBeNull();
  });

  it('goes on where it was although bookings were added and deleted since', async () => {
    const first = await search({ limit: 5 });
    const last = at(first.bookings, 4);
    await admin.call('deleteBooking', { params: { bookingId: last.id } });
    const second = await search({ limit: 5, cursor: last.id });
    expect(at(second.bookings, 0).child_name).toBe('Child 89');
  });

  it.each([
    { limit: 0 },
    { limit: 201 },
    { cursor: 'cls_01J6Z3W8Q4V5N7M2K9R1T0XYZA' },
    { query: 'x'.repeat(101) },
    { query: 7 },
    { sort: 'amount' },
  ])('refuses to be asked for %j', async (body) => {
    expect(await admin.call('searchBookings', { body })).toMatchObject({ status: 400 });
  });

  it('answers to a cursor from the far future as to none', async () => {
    const cursor = z.parse(bookingSchema.shape.id, 'bkg_7ZZZZZZZZZZZZZZZZZZZZZZZZZ');
    expect(await search({ limit: 3, cursor })).toEqual(await search({ limit: 3 }));
  });
});

describe('the first page', () => {
  beforeAll(start);
  afterAll(() => table.stop());

  it('reads one page of bookings, however many there are', async () => {
    const from = new Date(sampleNow.getTime() - 60 * 24 * hourMs);
    const classes = [
      sampleClass({ now: from, capacities: [500] }),
      sampleClass({ now: from, capacities: [500] }),
    ];
    const families = Array.from({ length: 10 }, () => sampleFamily());
    for (const cls of classes) await createClass(table, cls);
    for (const family of families) await createFamily(table, family);
    const costOf = async () => (await table.measure(() => search({ limit: 50 }))).cost;
    const lately = new Date(sampleNow.getTime() - 10 * hourMs);
    await storeMany(table, 60, { classes, families, from: lately, everyMs: 60_000 });
    const few = await costOf();
    await storeMany(table, 5000, { classes, families, from, everyMs: 15 * 60_000 });
    const many = await costOf();

    expect(many.map(({ operation }) => operation)).toEqual(['Query', 'Query', 'BatchGetItem']);
    const [catalogue, page, parents] = many;
    // Half a unit per 4 KB: 51 bookings of about 700 bytes, and 10 different parents.
    expect(page?.indexUnits).toBeGreaterThan(0);
    expect(page?.indexUnits).toBeLessThanOrEqual(6);
    expect(parents?.tableUnits).toBeLessThanOrEqual(families.length / 2);
    expect(catalogue?.tableUnits).toBeLessThanOrEqual(1);
    expect(Math.abs((page?.indexUnits ?? 0) - (few[1]?.indexUnits ?? 0))).toBeLessThanOrEqual(1);
  });
});

describe('a search', () => {
  const from = new Date(sampleNow.getTime() - 40 * 24 * hourMs);
  const named = (full_name: string, email: string, child: string): Family => {
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
    for (const cls of [meadow, park]) await createClass(table, cls);
    for (const family of [zoe, ben]) await createFamily(table, family);
    const book = async (cls: FootballClass, family: Family, hours: number) => {
      const made = new Date(from.getTime() + hours * hourMs);
      const booking = sampleBooking(cls, family, {
        id: newBookingId(made),
        created_at: z.parse(bookingSchema.shape.created_at, made.toISOString()),
      });
      expect(await takePlace(table, booking)).toEqual({ outcome: 'booked' });
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
  ])('by %s finds exactly those bookings, newest first [ADM-39]', async (_name, query, expected) => {
    const page = await search({ query });
    expect(page.bookings.map(({ id }) => id)).toEqual(expected.map((index) => at(booked, index).id));
    expect(page).toMatchObject({ total: expected.length, next_cursor: null });
  });

  it('is paged like the list', async () => {
    const found = await searchAll({ query: 'smith', limit: 1 });
    expect(found.map(({ id }) => id)).toEqual([at(booked, 1).id, at(booked, 0).id]);
  });

  it('finds a booking under its corrected name, and not under the old one', async () => {
    const booking = at(booked, 2);
    const body = { child_name: 'Benjamin', child_age: 8 };
    await admin.call('updateBooking', { params: { bookingId: booking.id }, body });
    expect((await search({ query: 'benjamin' })).bookings.map(({ id }) => id)).toEqual([booking.id]);
    expect((await search({ query: 'ben jones' })).bookings).toEqual([]);
  });
});

describe('a search that very many bookings answer to', () => {
  beforeAll(start);
  afterAll(() => table.stop());

  it('reads the months back from the newest, and finds them all', async () => {
    const from = new Date(sampleNow.getTime() - 80 * 24 * hourMs);
    const wanted = sampleClass({ now: from, capacities: [500], overrides: { venue: 'Meadow Hall' } });
    const other = sampleClass({ now: from, capacities: [500] });
    const families = Array.from({ length: 5 }, () => sampleFamily());
    for (const cls of [wanted, other]) await createClass(table, cls);
    for (const family of families) await createFamily(table, family);
    const stored = await storeMany(table, 4400, {
      classes: [wanted, other],
      families,
      from,
      everyMs: 20 * 60_000,
    });
    const expected = stored
      .filter(({ class_id }) => class_id === wanted.id)
      .map(({ id }) => id)
      .toReversed();
    expect(expected).toHaveLength(2200);

    const first = await table.measure(() => search({ query: 'meadow', limit: 50 }));
    expect(first.result).toMatchObject({ total: null, bookings: { length: 50 } });
    // Classes, two partitions of accounts, one stretch of a month, the parents.
    expect(first.cost.map(({ operation }) => operation)).toEqual([
      'Query',
      'Query',
      'Query',
      'Query',
      'BatchGetItem',
    ]);
    const found = await searchAll({ query: 'meadow', limit: 200 });
    expect(found.map(({ id }) => id)).toEqual(expected);
  });
});

describe('one booking', () => {
  beforeAll(start);
  afterAll(() => table.stop());

  const given = async (children: readonly { name: string }[] = [{ name: 'Robin Parent' }]) => {
    const cls = sampleClass();
    const family = sampleFamily({ children });
    await createClass(table, cls);
    await createFamily(table, family);
    const bookings: StoredBooking[] = [];
    for (const [index, child] of family.children.entries()) {
      const booking = sampleBooking(cls, family, {
        id: newBookingId(new Date(sampleNow.getTime() + index)),
        child_id: child.id,
        child_name: child.name,
      });
      await takePlace(table, booking);
      bookings.push(booking);
    }
    return { cls, family, booking: at(bookings, 0), bookings };
  };
  const edit = (bookingId: BookingId, body: unknown) =>
    admin.call('updateBooking', { params: { bookingId }, body });
  const remove = (bookingId: BookingId) => admin.call('deleteBooking', { params: { bookingId } });
  const counters = async ({ class_id, time_slot_id }: StoredBooking) => {
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: slotKey(class_id, time_slot_id) }),
    );
    return { bookings: Item?.current_bookings, revenue: Item?.revenue };
  };
  const stored = (booking: StoredBooking) => listBookingsOfSlot(table, booking.time_slot_id);

  it('has its child’s name and age corrected, and nothing else; the place stays taken [PRM-09, API-16, ADM-43]', async () => {
    const { booking } = await given();
    const before = await counters(booking);
    const body = { child_name: 'Robyn Parent', child_age: 9 };
    const answer = await edit(booking.id, body);
    expect(answer).toMatchObject({ status: 200, body: { id: booking.id, ...body } });
    expect(await stored(booking)).toEqual([{ ...booking, ...body }]);
    expect(await counters(booking)).toEqual(before);
    // The new key guards against a second booking of that name, the old one is free.
    const again = sampleBooking({ ...sampleClass(), id: booking.class_id }, sampleFamily(), {
      ...booking,
      id: newBookingId(sampleNow),
    });
    expect((await takePlace(table, { ...again, child_name: 'robyn  parent' })).outcome).toBe('exists');
    expect((await takePlace(table, again)).outcome).toBe('booked');
  });

  it('has its spelling or age corrected in place', async () => {
    const { booking } = await given();
    const body = { child_name: 'ROBIN Parent', child_age: 8 };
    expect((await edit(booking.id, body)).status).toBe(200);
    expect(await stored(booking)).toEqual([{ ...booking, ...body }]);
  });

  it('can be corrected again and again', async () => {
    const { booking } = await given();
    for (const child_name of ['A', 'B', 'Robin Parent']) {
      expect((await edit(booking.id, { child_name, child_age: 7 })).status).toBe(200);
    }
    expect(await stored(booking)).toEqual([booking]);
  });

  it('does not take the name of another booking of the family in the slot', async () => {
    const { booking, bookings } = await given([{ name: 'Ana' }, { name: 'Ben' }]);
    const refused = await edit(booking.id, { child_name: 'BEN', child_age: 7 });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'alreadyBooked', detail: 'BEN is already booked for this time slot' },
    });
    expect(await stored(booking)).toEqual(bookings.toReversed());
  });

  it.each([
    ['child_name', '', 'Please enter a child name'],
    ['child_name', '   ', 'Please enter a child name'],
    ['child_name', undefined, 'Please enter a child name'],
    ['child_age', 0, 'Use a whole number from 1 to 18'],
    ['child_age', 19, 'Use a whole number from 1 to 18'],
    ['child_age', 7.5, 'Use a whole number from 1 to 18'],
    ['child_age', '7', 'Use a whole number from 1 to 18'],
    ['child_age', undefined, 'Use a whole number from 1 to 18'],
  ])('refuses %s %j beside the field [ADM-44, ADM-45, ADM-46]', async (field, value, message) => {
    const { booking } = await given();
    const refused = await edit(booking.id, { child_name: 'Robin', child_age: 7, [field]: value });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ field, message }] } });
    expect(await stored(booking)).toEqual([booking]);
  });

  it.each([1, 18])('takes the age %i [ADM-45]', async (child_age) => {
    const { booking } = await given();
    expect((await edit(booking.id, { child_name: 'Robin', child_age })).status).toBe(200);
  });

  it.each(['amount', 'is_trial', 'time_slot_id', 'parent_id', 'trial_date'])(
    'keeps its %s [ADM-43]',
    async (field) => {
      const { booking } = await given();
      expect((await edit(booking.id, { child_name: 'R', child_age: 7, [field]: 1 })).status).toBe(400);
    },
  );

  it('is deleted with its place, which is free at once [PRM-09, API-17, DAT-16]', async () => {
    const { booking, cls } = await given();
    expect(await counters(booking)).toEqual({ bookings: 1, revenue: booking.amount });
    expect((await remove(booking.id)).status).toBe(204);
    expect(await stored(booking)).toEqual([]);
    expect(await counters(booking)).toEqual({ bookings: 0, revenue: 0 });
    expect((await getTimeSlot(table, cls.id, booking.time_slot_id))?.current_bookings).toBe(0);
  });

  it('gives its place back once, however often it is deleted at once', async () => {
    const { booking } = await given([{ name: 'Ana' }, { name: 'Ben' }, { name: 'Cem' }]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove(booking.id)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 404]));
    expect((await counters(booking)).bookings).toBe(2);
  });

  it('is looked up by parent, child name and slot: one or none [API-14]', async () => {
    const { booking } = await given([{ name: 'Zoë' }, { name: 'Zoe' }]);
    const { time_slot_id, parent_id } = booking;
    const lookUp = async (body: object) => {
      const answer = await admin.call('lookUpBooking', {
        body: { time_slot_id, parent_id, child_name: 'Zoë', ...body },
      });
      expect(answer.status).toBe(200);
      return Object(answer.body).booking;
    };
    expect(await lookUp({ child_name: ' ZOË ' })).toMatchObject({ id: booking.id, child_name: 'Zoë' });
    expect(await lookUp({ child_name: 'Zo' })).toBeNull();
    expect(await lookUp({ parent_id: sampleFamily().profile.id })).toBeNull();
    expect(await lookUp({ time_slot_id: sampleClass().time_slots[0]?.id })).toBeNull();
  });

  it('is not found when it does not exist', async () => {
    const unknown = newBookingId(sampleNow);
    const notFound = { status: 404, body: { code: 'bookingNotFound' } };
    expect(await remove(unknown)).toMatchObject(notFound);
    expect(await edit(unknown, { child_name: 'R', child_age: 7 })).toMatchObject(notFound);
    expect(await remove(z.parse(bookingSchema.shape.id, 'bkg_7ZZZZZZZZZZZZZZZZZZZZZZZZZ'))).toMatchObject(
      notFound,
    );
  });

  it('leaves a trace of who changed what, by ids and names of fields only', async () => {
    const { booking } = await given();
    await edit(booking.id, { child_name: 'Robyn Parent', child_age: booking.child_age });
    await remove(booking.id);
    const log = (
      await queryAll(table, {
        KeyConditionExpression: 'PK = :year',
        ExpressionAttributeValues: { ':year': activityPartition('2025').PK },
      })
    ).filter(({ subject_id }) => subject_id === booking.id);
    expect(log.map(({ action, fields, actor_id }) => ({ action, fields, actor_id }))).toEqual(
      expect.arrayContaining([
        { action: 'booking.updated', fields: ['child_name'], actor_id: admin.userId },
        { action: 'booking.deleted', fields: [], actor_id: admin.userId },
      ]),
    );
    expect(JSON.stringify(log)).not.toMatch(/Rob[iy]n/);
  });
});

describe('a roster', () => {
  beforeAll(start);
  afterAll(() => table.stop());
  const cls = sampleClass({ capacities: [200, 5] });
  const roster = (query: Record<string, string> = {}) =>
    admin.call('getRoster', { params: { classId: cls.id }, query });

  it('is the first slot’s bookings with parents and medical notes, in three round trips [ADM-33, ADM-35, API-13]', async () => {
    await createClass(table, cls);
    const families = Array.from({ length: 60 }, () =>
      sampleFamily({ children: [{ medical_conditions: 'Asthma' }] }),
    );
    for (const [index, family] of families.entries()) {
      await createFamily(table, family);
      await takePlace(
        table,
        sampleBooking(cls, family, { id: newBookingId(new Date(sampleNow.getTime() + index)) }),
      );
    }
    const { result, cost } = await table.measure(() => roster());
    expect(result).toMatchObject({
      status: 200,
      body: { class: { id: cls.id, time_slots: { length: 2 } }, time_slot_id: at(cls.time_slots, 0).id },
    });
    const { bookings } = Object(result.body);
    expect(bookings.map(({ parent_id }: StoredBooking) => parent_id)).toEqual(
      families.map(({ profile }) => profile.id).toReversed(),
    );
    expect(bookings[0]).toMatchObject({
      parent: { email: families[59]?.profile.email, full_name: 'Pat Parent' },
      medical_conditions: 'Asthma',
    });
    // 120 keys: two BatchGetItem, at once.
    expect(cost.map(({ operation }) => operation)).toEqual([
      'Query',
      'Query',
      'BatchGetItem',
      'BatchGetItem',
    ]);
  });

  it('is that of the slot asked for', async () => {
    const [, second] = cls.time_slots;
    expect(await roster({ slot: second?.id ?? '' })).toMatchObject({
      status: 200,
      body: { time_slot_id: second?.id, bookings: [] },
    });
  });

  it('has no medical note of a child that was removed', async () => {
    const family = sampleFamily({ children: [{ medical_conditions: 'Asthma' }] });
    await createFamily(table, family);
    const slot = at(cls.time_slots, 1);
    await takePlace(table, sampleBooking(cls, family, { time_slot_id: slot.id }));
    const child = at(family.children, 0);
    await table.client.send(
      new DeleteCommand({ TableName: table.name, Key: { ...childKey(family.profile.id, child.id) } }),
    );
    expect(await roster({ slot: slot.id })).toMatchObject({
      body: { bookings: [{ child_name: child.name, medical_conditions: null }] },
    });
  });

  it('knows no unknown class and no slot of another class', async () => {
    const other = sampleClass();
    expect(await admin.call('getRoster', { params: { classId: other.id } })).toMatchObject({
      status: 404,
      body: { code: 'classNotFound', detail: 'Class not found' },
    });
    expect(await roster({ slot: at(other.time_slots, 0).id })).toMatchObject({
      status: 404,
      body: { code: 'slotNotFound' },
    });
  });
});
