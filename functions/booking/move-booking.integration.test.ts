import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at, type SampleFamily } from '#infra/testing/samples/samples';
import { bookingSteps } from '#infra/testing/services/booking-system';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { type Booking, bookingSchema } from '#shared/booking/booking';
import type { FootballClass } from '#shared/classes/class';
import { limits } from '#shared/limits';
import { beginFamilyDeletion } from '../across/delete-family.ts';
import { placeKey } from '../ledger/ledger.ts';
import { familyLedgerKey } from '../lib/dynamo/keys-of-people.ts';
import { updateItem } from '../lib/dynamo/writes.ts';

const system = await startTests(bookingSteps);
const { move } = system;

const placesOf = async (cls: FootballClass, slot: number) => {
  const { counted, bookings } = await system.placesOf(cls, slot);
  expect(bookings).toHaveLength(counted);
  return bookings;
};

const given = async ({ capacities = [5, 5], isTrial = false } = {}) => {
  const cls = await system.addClass({ capacities });
  const family = await system.addFamily('Robin', 'Alex');
  return { cls, family, booking: await system.book(family, cls, { isTrial }) };
};

/** A class to which a booking moves: its own, or another one. */
const targetOf = async (cls: FootballClass, isOther: boolean) =>
  isOther ? system.addClass({ capacities: [5, 5] }) : cls;

/** Moves by the terms that were shown before. */
const moveLater = async (family: SampleFamily, booking: Booking, cls: FootballClass, slot = 1) => {
  const body = await system.moveOrderOf(family, booking, cls, slot);
  return (key: string = randomUUID()) =>
    system.asFamily(family, 'moveMyBooking', {
      params: { bookingId: booking.id },
      headers: { 'idempotency-key': key },
      body,
    });
};

const ways = [
  ['within its class', false],
  ['to another class', true],
] as const;

const ledgerOf = async (family: SampleFamily) => (await system.accountOf(family)) ?? expect.fail('no ledger');

describe('within a class', () => {
  it('only the slot changes: no money, no record, and until when it is free of charge [MOV-03, END-05]', async () => {
    const { cls, family, booking } = await given();
    const ledger = await ledgerOf(family);
    const { status, body } = await move(family, booking, cls, 1);
    expect(status).toBe(200);
    const { id, amount, created_at, dates } = booking;
    const time_slot_id = at(cls.time_slots, 1).id;
    expect(body).toMatchObject({ id, amount, created_at, dates, time_slot_id });
    expect(await placesOf(cls, 0)).toEqual([]);
    // 48 hours before Saturday, 9:00 in London, although the new slot begins at 10:00.
    const kept_until = '2025-09-25T08:00:00.000Z';
    const idempotency_key = expect.any(String);
    expect(await placesOf(cls, 1)).toMatchObject([{ id, time_slot_id, idempotency_key, kept_until }]);
    expect(await system.historyOf(family)).toEqual([]);
    // The attempts that booked the old slot and that moved are over, and the move is counted; no money changes.
    const { ended_attempts, places, child_versions, ...rest } = await ledgerOf(family);
    expect(ended_attempts.size).toBe(2);
    const counted = { changes_hour: '2025-09-23T10', hour_changes: 2 };
    const before = { ended_attempts: new Set(), places: ledger.places };
    expect({ ...rest, ...before }).toEqual({ ...ledger, ...counted, child_versions: undefined });
    expect(child_versions).toEqual({ [booking.child_id]: 2 });
    expect([...places]).toEqual([placeKey({ ...booking, time_slot_id })]);
  });

  it('does not count as a booking of the hour, and a trial stays the one of its child [BOK-52, TRI-05]', async () => {
    const { cls, family, booking } = await given({ isTrial: true });
    const { hour_bookings, live_bookings_at_most, trials } = await ledgerOf(family);
    for (let times = 1; times <= limits.bookingsPerHour; times += 1)
      expect((await move(family, booking, cls, times % 2)).status).toBe(200);
    expect(await ledgerOf(family)).toMatchObject({ hour_bookings, live_bookings_at_most, trials });
    const again = await system.tryToBook(family, cls, { isTrial: true, slot: 1 });
    expect(again).toMatchObject({ body: { code: 'trialUsed' } });
  });

  it('a trial takes the other slot’s next session, while its own has not begun, and stays in its class [MOV-05]', async () => {
    const { cls, family, booking } = await given({ isTrial: true });
    const refused = { status: 409, body: { code: 'trialNotMovable' } };
    expect(await move(family, booking, await system.addClass())).toMatchObject(refused);
    expect((await move(family, booking, cls, 1)).body).toMatchObject({ trial_date: '2025-09-27' });
    system.setTime('2025-09-27T09:00:00Z');
    expect(await move(family, booking, cls, 0)).toMatchObject(refused);
  });
});

it('to another class the old booking ends as moved, its sessions left credited, and the new one is charged [MOV-03]', async () => {
  const { cls, family, booking } = await given();
  const to = await system.addClass();
  system.setTime('2025-10-05T10:00:00Z');
  const { status, body } = await move(family, booking, to);
  expect(status).toBe(200);
  const moved = bookingSchema.parse(body);
  // Of six sessions at $20.00 two were held, and four are left.
  expect(moved).toMatchObject({ class_id: to.id, amount: 8_000, dates: booking.dates.slice(2) });
  expect(await placesOf(cls, 0)).toEqual([]);
  expect(await placesOf(to, 0)).toMatchObject([{ id: moved.id, moved_from: booking.id }]);
  expect(await system.historyOf(family)).toMatchObject([
    { id: booking.id, moved_to: moved.id, ended: { reason: 'moved', by: 'parent', credit: 8_000 } },
  ]);
  expect(await ledgerOf(family)).toMatchObject({ charged: 20_000, credited: 8_000 });
});

describe('a refused move changes nothing', () => {
  it.each([
    ['priceChanged', { credit: 1 }],
    ['priceChanged', { charge: 1 }],
    ['calendarChanged', { calendar_version: 7 }],
    ['slotFull', {}],
    ['alreadyBooked', {}],
    ['classEnded', {}],
  ])('%s [MOV-04]', async (code, change) => {
    const { cls, family, booking } = await given({ capacities: [5, 1] });
    const isOther = 'credit' in change || 'charge' in change;
    if (code === 'slotFull') await system.book(await system.addFamily(), cls, { slot: 1 });
    if (code === 'alreadyBooked') await system.book(family, cls, { slot: 1 });
    if (code === 'classEnded') system.setTime('2025-11-01T12:00:00Z');
    const answer = await move(family, booking, await targetOf(cls, isOther), 1, { change });
    expect(answer.body).toMatchObject({ code });
    if (code === 'slotFull') expect(answer.body).toMatchObject({ detail: 'This time slot is now full' });
    if (code === 'alreadyBooked')
      expect(answer.body).toMatchObject({ detail: 'Robin is already booked for this time slot' });
    expect((await placesOf(cls, 0)).map(({ id }) => id)).toEqual([booking.id]);
    expect(await system.historyOf(family)).toEqual([]);
  });

  it('by another family, which learns nothing [END-11]', async () => {
    const { cls, family, booking } = await given();
    const other = await system.addFamily();
    // The token of a former adult names the family until it is renewed (FID-02).
    for (const by of [other, { ...other, id: family.id }])
      expect(await move(family, booking, cls, 1, { by })).toMatchObject({
        status: 404,
        body: { code: 'bookingNotFound' },
      });
    expect(await placesOf(cls, 1)).toEqual([]);
  });

  it.each([
    ['its family is being deleted, which would miss it', 'profileNotFound', false],
    ['its family is being deleted, which would miss it in another class', 'profileNotFound', true],
    ['a session of the new slot is cancelled', 'calendarChanged', false],
  ] as const)('where %s, between read and write [END-12, CAL-06]', async (_, code, isOther) => {
    const { cls, family, booking } = await given();
    const target = await targetOf(cls, isOther);
    const send = await moveLater(family, booking, target);
    const session = { class_id: cls.id, slot_id: at(cls.time_slots, 1).id, date: '2025-09-27' };
    const remedy = { kind: 'later' };
    const body = { target: { kind: 'session', ...session }, reason: 'weather', note: null, remedy };
    const answer = await withChangeBetween<Awaited<ReturnType<typeof send>>>(
      system.table,
      () =>
        code === 'calendarChanged'
          ? system.admin.call('cancelSessions', { body })
          : beginFamilyDeletion(system.table, family.id),
      () => send(),
    );
    expect(answer.body).toMatchObject({ code });
    expect(await placesOf(cls, 0)).toMatchObject([{ id: booking.id, dates: booking.dates }]);
    expect(await placesOf(target, 1)).toEqual([]);
  });
});

it.each([
  ['has paid owes from then on', 12_000, true],
  ['owes a cent keeps since when', 11_999, false],
])('a family that %s when a move charges it', async (_, received, isFromThenOn) => {
  const { family, booking } = await given();
  const { open_since: since, charged } = await ledgerOf(family);
  expect(charged).toBe(12_000);
  await updateItem(system.table, familyLedgerKey(family.id), { set: { received } });
  system.setTime('2025-10-05T10:00:00Z');
  const moved = bookingSchema.parse((await move(family, booking, await system.addClass())).body);
  expect(moved.created_at).not.toBe(since);
  expect((await ledgerOf(family)).open_since).toBe(isFromThenOn ? moved.created_at : since);
});

it.each(['family', 'office'] as const)(
  'to a class in which a trial of the child holds, the %s is led to keeping its place [TRI-02]',
  async (name) => {
    const { family, cls, booking } = await given();
    const other = await system.addClass({ capacities: [5, 5], hour: 14 });
    const ofSibling = await system.book(family, cls, { child: 1 });
    const trial = await system.book(family, other, { isTrial: true });
    const by = name === 'office' ? name : family;
    const detail = 'Robin has a trial in this class. Keep its place instead of booking another one.';
    expect(await move(family, booking, other, 1, { by })).toMatchObject({
      status: 409,
      body: { code: 'trialHeld', detail },
    });
    expect(await placesOf(other, 1)).toEqual([]);
    expect((await move(family, ofSibling, other, 1)).status).toBe(200);
    await system.end(trial);
    expect((await move(family, booking, other, 1)).status).toBe(200);
  },
);

it.each(ways)(
  'a repeated request answers the same and moves once, %s; a late one moves nothing [BOK-53]',
  async (_, isOther) => {
    const { cls, family, booking } = await given();
    const target = await targetOf(cls, isOther);
    const send = await moveLater(family, booking, target);
    const key = randomUUID();
    const answers = [...(await Promise.all([send(key), send(key), send(key)])), await send(key)];
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(await placesOf(target, 1)).toHaveLength(1);
    expect(await placesOf(cls, 0)).toEqual([]);
    expect(await system.historyOf(family)).toHaveLength(isOther ? 1 : 0);
    expect((await send()).status).toBe(404);
    // After it was moved back.
    expect((await move(family, bookingSchema.parse(answers[0]?.body), cls)).status).toBe(200);
    const before = await placesOf(cls, 0);
    expect(await send(key)).toMatchObject({ status: 409, body: { code: 'movedBefore' } });
    expect(await placesOf(cls, 0)).toEqual(before);
    expect(await placesOf(target, 1)).toEqual([]);
  },
);

it.each([
  ['answers its booking in the slot that it was moved to', false],
  ['is refused where the booking was moved to another class', true],
])('a late retry of the attempt that booked %s [BOK-53, MOV-03]', async (_, isOther) => {
  const cls = await system.addClass({ capacities: [5, 5] });
  const family = await system.addFamily();
  const body = await system.orderOf(family, cls);
  const headers = { 'idempotency-key': randomUUID() };
  const book = () => system.asFamily(family, 'bookSlot', { headers, body });
  const booking = bookingSchema.parse((await book()).body);
  await move(family, booking, await targetOf(cls, isOther), 1);
  const moved = { status: 201, body: { id: booking.id, time_slot_id: at(cls.time_slots, 1).id } };
  const answer = isOther ? { status: 409, body: { code: 'bookingCancelled' } } : moved;
  expect(await book()).toMatchObject(answer);
  // Another price, for which the rules refuse a new booking.
  system.setTime('2025-10-20T10:00:00Z');
  expect(await book()).toMatchObject(answer);
  expect(await placesOf(cls, 0)).toEqual([]);
  expect(await placesOf(cls, 1)).toHaveLength(isOther ? 0 : 1);
});

it('24 moves at once in a circle of full slots with one free place leave each child one place [MOV-02]', async () => {
  const slots = 5;
  const perSlot = 5;
  const cls = await system.addClass({ capacities: Array.from({ length: slots }, () => perSlot) });
  const sends = await Promise.all(
    Array.from({ length: slots * perSlot - 1 }, async (_, number) => {
      const family = await system.addFamily();
      const slot = number % slots;
      const booking = await system.book(family, cls, { slot });
      return { booking, send: await moveLater(family, booking, cls, (slot + 1) % slots) };
    }),
  );
  const statuses = (await Promise.all(sends.map(({ send }) => send()))).map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(statuses.every((status) => [200, 409, 503].includes(status))).toBe(true);
  const rosters = await Promise.all(Array.from({ length: slots }, (_, slot) => placesOf(cls, slot)));
  expect(Math.max(...rosters.map((roster) => roster.length))).toBeLessThanOrEqual(perSlot);
  const children = rosters.flat().map(({ child_id }) => child_id);
  expect(children.toSorted()).toEqual(sends.map(({ booking }) => booking.child_id).toSorted());
});

it('a move and an end at once give one place back, once [END-02]', async () => {
  const { cls, family, booking } = await given();
  for (let round = 0; round < 6; round += 1) {
    const other = await system.addFamily();
    const theirs = await system.book(other, cls);
    const send = await moveLater(other, theirs, cls);
    await Promise.all([send(), system.end(theirs)]);
    const left = [...(await placesOf(cls, 0)), ...(await placesOf(cls, 1))].map(({ id }) => id);
    const ended = (await system.historyOf(other)).map(({ id }) => id);
    expect([...left, ...ended].filter((id) => id === theirs.id)).toHaveLength(1);
  }
  expect(await system.historyOf(family)).toEqual([]);
  expect((await placesOf(cls, 0)).map(({ id }) => id)).toContain(booking.id);
});

describe('the office', () => {
  it.each(ways)(
    'moves a booking in the same way %s, without telling the family, and is in the log [MOV-06]',
    async (_, isOther) => {
      const { cls, family, booking } = await given();
      const target = await targetOf(cls, isOther);
      expect((await move(family, booking, target, 1, { by: 'office' })).status).toBe(200);
      const credit = isOther ? 12_000 : undefined;
      const from = isOther ? { moved_from: booking.id } : { id: booking.id };
      expect(await placesOf(target, 1)).toMatchObject([
        { ...from, last_move: { tell: false, ...(isOther && { credit }) } },
      ]);
      const { userId: made_by } = system.admin;
      const ended = { reason: 'moved', by: 'admin', credit };
      expect(await system.historyOf(family)).toMatchObject(
        isOther ? [{ id: booking.id, tell: false, made_by, ended }] : [],
      );
      const { body } = await system.admin.call('listActivity');
      expect(Object(body).entries).toContainEqual(
        expect.objectContaining({ action: 'booking.moved', subject_id: booking.id }),
      );
      for (const route of ['getMyLedger', 'listMyBookings', 'exportMyData'] as const) {
        const answer = await system.asFamily(family, route);
        expect([answer.status, JSON.stringify(answer.body)]).toEqual([
          200,
          expect.not.stringContaining(made_by),
        ]);
      }
    },
  );
});
