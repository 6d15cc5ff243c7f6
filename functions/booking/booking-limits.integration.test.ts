import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import {
  at,
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleNow,
  sampleTimeZone,
} from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { type Answer, invoke } from '#infra/testing/services/invoke';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import type { FootballClass } from '#shared/classes/class';
import { familyRoutes } from '#shared/contract/family-routes';
import { toCalendarDate } from '#shared/lib/business-time';
import { hourMs } from '#shared/lib/durations';
import { instantSchema } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { bookingAmount } from '#shared/testing/session-calendars';
import { memberships } from '../accounts/accounts.ts';
import { beginFamilyDeletion } from '../across/delete-family.ts';
import { familyOperations } from '../entries/family-operations.ts';
import { familyLedgerRef } from '../ledger/ledger.ts';
import { slotKey } from '../lib/dynamo/keys-of-classes.ts';
import { familyLedgerKey } from '../lib/dynamo/keys-of-people.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { listBookingsOfParent } from './bookings.ts';
import { endBooking } from './end-booking.ts';
import { takePlace } from './take-place.ts';

let table: TestTable;
let now = sampleNow;
/** Two slots with room for every child of a family. */
let cls: FootballClass;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
beforeEach(async () => {
  now = sampleNow;
  cls = sampleClass({ capacities: [100, 100] });
  await putClass(table, cls);
});

const nextHour = () => {
  now = new Date(now.getTime() + hourMs);
};

interface Request {
  readonly family: SampleFamily;
  readonly child?: number;
  readonly slot?: number;
  readonly key?: string;
  readonly of?: FootballClass;
  readonly calendar?: number;
}

const book = ({
  family,
  child = 0,
  slot = 0,
  key = randomUUID(),
  of = cls,
  calendar = 0,
}: Request): Promise<Answer> =>
  invoke(
    createHandler(
      familyRoutes,
      familyOperations,
      { table, clock: () => now, timeZone: sampleTimeZone },
      { memberships: memberships(table) },
    ),
    {
      route: 'bookSlot',
      userId: family.profile.id,
      familyId: family.id,
      headers: { 'idempotency-key': key },
      body: {
        class_id: of.id,
        time_slot_id: at(of.time_slots, slot).id,
        child_id: at(family.children, child).id,
        is_trial: false,
        amount: bookingAmount(of, false, toCalendarDate(now, sampleTimeZone)),
        calendar_version: calendar,
      },
    },
  );

const largeFamily = () =>
  storedFamily(table, {
    children: Array.from({ length: limits.childrenPerFamily }, (_, index) => ({ name: `Child ${index}` })),
  });

/** Books the first `count` places of a family in a slot, one after the other. */
const bookMany = async (family: SampleFamily, count: number, slot: number): Promise<void> => {
  for (let child = 0; child < count; child += 1)
    expect((await book({ family, child, slot })).status).toBe(201);
};

const accountOf = ({ id }: SampleFamily) => getItem(table, familyLedgerRef(id));
const bookingsOf = async ({ id }: SampleFamily) => (await listBookingsOfParent(table, id)).length;
const codeOf = ({ status, body }: Answer) => (status === 201 ? 'booked' : Reflect.get(Object(body), 'code'));

const hourlyLimit = {
  status: 429,
  body: {
    code: 'tooManyBookings',
    detail: 'A family can make at most 20 bookings an hour. Please try again in an hour.',
  },
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
  it('are 20 at most; the next one stores nothing, until the next hour [BOK-52]', async () => {
    const family = await largeFamily();
    await bookMany(family, 19, 0);
    const last = { family, child: 19, key: randomUUID() };
    const booked = await book(last);
    expect(await book({ family, slot: 1 })).toMatchObject(hourlyLimit);
    // A repeated attempt is not a booking more.
    expect((await book(last)).body).toEqual(booked.body);
    expect(await bookingsOf(family)).toBe(20);
    expect(await accountOf(family)).toMatchObject({ hour_bookings: 20, charged: 20 * 12_000 });
    nextHour();
    expect((await book({ family, slot: 1 })).status).toBe(201);
    expect(await accountOf(family)).toMatchObject({ hour_bookings: 1, charged: 21 * 12_000 });
  });

  it('are exactly 20 of 40 simultaneous ones [BOK-52]', async () => {
    const family = await largeFamily();
    const answers = await Promise.all(
      [0, 1].flatMap((slot) => family.children.map((_, child) => book({ family, child, slot }))),
    );
    const counts = Map.groupBy(answers, codeOf);
    expect(counts.get('booked')).toHaveLength(20);
    expect(counts.get('tooManyBookings')).toHaveLength(20);
    expect(await bookingsOf(family)).toBe(20);
  });

  it('do not count a retry, or a booking that is refused [BOK-52]', async () => {
    const family = await largeFamily();
    const key = randomUUID();
    await Promise.all(Array.from({ length: 5 }, () => book({ family, key })));
    expect((await book({ family, key })).status).toBe(201);
    expect(codeOf(await book({ family }))).toBe('alreadyBooked');
    expect(await accountOf(family)).toMatchObject({
      hour_bookings: 1,
      charged: 12_000,
      live_bookings_at_most: 1,
    });
  });

  it.each([
    ['the hour that the account counts was read as an earlier one', '2025-09-23T09', '2025-09-23T10'],
    ['the hour that the account counts was read as this one', '2025-09-23T10', '2025-09-23T09'],
  ])('are counted where %s', async (_name, read, counted) => {
    const family = await storedFamily(table);
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: familyLedgerKey(family.id),
        UpdateExpression: 'SET counted_hour = :hour, hour_bookings = :count',
        ExpressionAttributeValues: { ':hour': counted, ':count': 7 },
      }),
    );
    const outcome = await takePlace(table, sampleBooking(cls, family), {
      ledger: familyLedgerRef(family.id).fromItem({ counted_hour: read }),
    });
    expect(outcome).toMatchObject({ outcome: 'booked' });
    expect(await accountOf(family)).toMatchObject({
      counted_hour: '2025-09-23T10',
      hour_bookings: counted === '2025-09-23T10' ? 8 : 1,
    });
  });

  it('count in the later hour where the clock of a function is behind', async () => {
    const family = await largeFamily();
    await bookMany(family, 1, 0);
    const late = sampleBooking(cls, family, {
      time_slot_id: at(cls.time_slots, 1).id,
      created_at: instantSchema.parse('2025-09-23T09:59:59.999Z'),
    });
    expect(await takePlace(table, late)).toMatchObject({ outcome: 'booked' });
    expect(await accountOf(family)).toMatchObject({ counted_hour: '2025-09-23T10', hour_bookings: 2 });
  });
});

describe('live bookings of a family', () => {
  /** Makes 30 bookings in two hours. */
  const thirtyBookings = async () => {
    const family = await largeFamily();
    await bookMany(family, 20, 0);
    nextHour();
    await bookMany(family, 10, 1);
    nextHour();
    return family;
  };

  it('are 30 at most; an ended one frees its place [BOK-52]', async () => {
    const family = await thirtyBookings();
    expect(await book({ family, child: 10, slot: 1 })).toMatchObject(liveLimit);
    expect(await bookingsOf(family)).toBe(30);
    const [newest] = await listBookingsOfParent(table, family.id);
    if (!newest) throw new Error('30 bookings expected');
    await endBooking({ table, clock: () => now, timeZone: sampleTimeZone }, newest, {
      ending: { reason: 'cancelled' },
      by: 'parent',
      tell: false,
    });
    expect((await book({ family, child: 10, slot: 1 })).status).toBe(201);
    expect(await accountOf(family)).toMatchObject({ live_bookings_at_most: 30, hour_bookings: 1 });
    expect(await book({ family, child: 11, slot: 1 })).toMatchObject(liveLimit);
  });
});

describe('where several refusals are true', () => {
  const key = randomUUID();
  const close = (slot: number) =>
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: slotKey(cls.id, at(cls.time_slots, slot).id),
        UpdateExpression: 'SET closed = :true',
        ExpressionAttributeValues: { ':true': true },
      }),
    );
  const fill = (slot: number) =>
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: slotKey(cls.id, at(cls.time_slots, slot).id),
        UpdateExpression: 'SET current_bookings = max_capacity',
      }),
    );

  it('of several refusals that apply, the first in the defined order is the answer [BOK-53]', async () => {
    const family = await largeFamily();
    await book({ family, key });
    await bookMany({ ...family, children: family.children.slice(1) }, 19, 0);
    for (const slot of [0, 1]) await fill(slot);
    const capped = { family, child: 1, slot: 1 };
    expect(codeOf(await book(capped))).toBe('tooManyBookings');
    const otherCalendar = { calendar: 9 };
    expect(codeOf(await book({ ...capped, ...otherCalendar }))).toBe('calendarChanged');
    await close(1);
    expect(codeOf(await book(capped))).toBe('slotNotFound');
    await beginFamilyDeletion(table, family.id);
    expect(codeOf(await book(capped))).toBe('profileNotFound');
    expect(codeOf(await book({ ...capped, ...otherCalendar }))).toBe('profileNotFound');
    const bookedChild = { family, child: 1, slot: 0 };
    expect(codeOf(await book(bookedChild))).toBe('alreadyBooked');
    expect(codeOf(await book({ ...bookedChild, ...otherCalendar }))).toBe('alreadyBooked');
    expect(codeOf(await book({ family, key }))).toBe('booked');
    expect(codeOf(await book({ family, key, ...otherCalendar }))).toBe('sentBefore');
    expect(await bookingsOf(family)).toBe(20);
  });

  it('the limit of live bookings comes after the family’s own bookings and before a full slot', async () => {
    const family = await largeFamily();
    await book({ family, key });
    await bookMany({ ...family, children: family.children.slice(1) }, 19, 0);
    nextHour();
    await bookMany(family, 10, 1);
    await fill(1);
    expect(codeOf(await book({ family, child: 15, slot: 1 }))).toBe('tooManyLiveBookings');
    expect(codeOf(await book({ family, child: 5, slot: 1 }))).toBe('alreadyBooked');
    expect(codeOf(await book({ family, key }))).toBe('booked');
    await beginFamilyDeletion(table, family.id);
    expect(codeOf(await book({ family, child: 15, slot: 1 }))).toBe('profileNotFound');
    expect(await bookingsOf(family)).toBe(30);
  });
});
