import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at, type SampleFamily } from '#infra/testing/samples/samples';
import { deleteFamily } from '#infra/testing/samples/stored';
import { bookingSteps } from '#infra/testing/services/booking-system';
import type { Answer } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { type Booking, bookingSchema } from '#shared/booking/booking';
import { myBookingsSchema } from '#shared/booking/booking-input';
import { type MoveTerms, moveTerms } from '#shared/booking/move-terms';
import type { FootballClass } from '#shared/classes/class';
import { limits } from '#shared/limits';
import { beginFamilyDeletion } from '../across/delete-family.ts';
import { placeKey } from '../ledger/ledger.ts';
import { familyLedgerKey } from '../lib/dynamo/keys-of-people.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import { endBooking } from './end-booking.ts';

const system = await startTests(bookingSteps);

/** The family's booking as the site reads it. */
const shownBooking = async (family: SampleFamily, { id }: Pick<Booking, 'id'>) => {
  const { body } = await system.asFamily(family, 'listMyBookings');
  const { bookings } = myBookingsSchema.parse(body);
  const found = bookings.find((booking) => booking.id === id);
  if (!found) throw new Error('The booking is not listed');
  return found;
};

/** What a family would agree to for a slot of a class. */
const termsOf = async (family: SampleFamily, booking: Booking, cls: FootballClass, slot: number) => {
  const shown = await shownBooking(family, booking);
  const target = await system.classNow(cls.id);
  const from = { cls: shown.time_slot.class, slot: shown.time_slot };
  const to = { cls: target, slot: at(target.time_slots, slot) };
  const terms = moveTerms(shown, from, to, system.moment());
  return { terms, to };
};

interface MoveOptions {
  readonly key?: string;
  readonly by?: SampleFamily;
  readonly change?: Partial<Record<'credit' | 'charge' | 'calendar_version' | 'trial_date', unknown>>;
}

const orderOf = (
  { class_id, time_slot_id, child_id }: Booking,
  { terms, to }: { terms: MoveTerms | null; to: Awaited<ReturnType<typeof termsOf>>['to'] },
) => ({
  booking: { class_id, time_slot_id, child_id },
  class_id: to.cls.id,
  time_slot_id: to.slot.id,
  calendar_version: terms?.calendar_version ?? 0,
  credit: terms?.quote.credit ?? 0,
  charge: terms?.quote.charge ?? 0,
  trial_date: terms?.trial_date,
});

const move = async (
  family: SampleFamily,
  booking: Booking,
  cls: FootballClass,
  slot: number,
  { key = randomUUID(), by = family, change = {} }: MoveOptions = {},
): Promise<Answer> => {
  const order = orderOf(booking, await termsOf(family, booking, cls, slot));
  return system.asFamily(by, 'moveMyBooking', {
    params: { bookingId: booking.id },
    headers: { 'idempotency-key': key },
    body: { ...order, ...change },
  });
};

const placesOf = async (cls: FootballClass, slot: number) => {
  const { counted, bookings } = await system.placesOf(cls, slot);
  expect(bookings).toHaveLength(counted);
  return bookings;
};

describe('within a class', () => {
  it('only the slot changes: no money, no record [MOV-03]', async () => {
    const cls = await system.addClass({ capacities: [5, 5] });
    const family = await system.addFamily();
    const booking = await system.book(family, cls);
    const ledger = await system.accountOf(family);
    const { status, body } = await move(family, booking, cls, 1);
    expect(status).toBe(200);
    const { id, amount, created_at, dates } = booking;
    const time_slot_id = at(cls.time_slots, 1).id;
    expect(body).toMatchObject({ id, amount, created_at, dates, time_slot_id });
    expect(await placesOf(cls, 0)).toEqual([]);
    expect(await placesOf(cls, 1)).toMatchObject([{ id, time_slot_id, idempotency_key: expect.any(String) }]);
    expect(await system.historyOf(family)).toEqual([]);
    // The attempts that booked the old slot and that moved are over, and the move is counted; no money changes.
    const { ended_attempts, places, child_versions, ...rest } =
      (await system.accountOf(family)) ?? expect.fail('no ledger');
    expect(ended_attempts.size).toBe(2);
    const counted = { changes_hour: '2025-09-23T10', hour_changes: 2 };
    const before = { ended_attempts: new Set(), places: ledger?.places };
    expect({ ...rest, ...before }).toEqual({ ...ledger, ...counted, child_versions: undefined });
    expect(child_versions).toEqual({ [booking.child_id]: 2 });
    expect([...places]).toEqual([placeKey({ ...booking, time_slot_id })]);
  });

  it('does not count as a booking of the hour, and a trial stays the one of its child [BOK-52, TRI-05]', async () => {
    const cls = await system.addClass({ capacities: [5, 5] });
    const family = await system.addFamily();
    const trial = await system.book(family, cls, { isTrial: true });
    const before = await system.accountOf(family);
    for (let times = 1; times <= limits.bookingsPerHour; times += 1) {
      const booking = { ...trial, time_slot_id: at(cls.time_slots, (times + 1) % 2).id };
      expect((await move(family, booking, cls, times % 2)).status).toBe(200);
    }
    const { hour_bookings, live_bookings_at_most, trials } = before ?? expect.fail('no ledger');
    expect(await system.accountOf(family)).toMatchObject({ hour_bookings, live_bookings_at_most, trials });
    expect(await system.tryToBook(family, cls, { isTrial: true, slot: 1 })).toMatchObject({
      body: { code: 'trialUsed' },
    });
  });

  it('keeps until when it could be ended free of charge [END-05]', async () => {
    const cls = await system.addClass({ capacities: [5, 5] });
    const family = await system.addFamily();
    const booking = await system.book(family, cls);
    await move(family, booking, cls, 1);
    // 48 hours before Saturday, 9:00 in London, although the new slot begins at 10:00.
    expect(await placesOf(cls, 1)).toMatchObject([{ kept_until: '2025-09-25T08:00:00.000Z' }]);
  });

  it('a trial takes the other slot’s next session, while its own has not begun [MOV-05]', async () => {
    const cls = await system.addClass({ capacities: [5, 5] });
    const family = await system.addFamily();
    const trial = await system.book(family, cls, { isTrial: true });
    expect((await move(family, trial, cls, 1)).body).toMatchObject({ trial_date: '2025-09-27' });
    system.setTime('2025-09-27T09:00:00Z');
    const [moved] = await placesOf(cls, 1);
    if (!moved) throw new Error('The trial is in the other slot');
    expect(await move(family, moved, cls, 0)).toMatchObject({
      status: 409,
      body: { code: 'trialNotMovable' },
    });
  });
});

describe('to another class', () => {
  it('the old booking ends as moved, its sessions left credited, and the new one is charged [MOV-03]', async () => {
    const [from, to] = [await system.addClass(), await system.addClass()];
    const family = await system.addFamily();
    const booking = await system.book(family, from);
    system.setTime('2025-10-05T10:00:00Z');
    const { status, body } = await move(family, booking, to, 0);
    expect(status).toBe(200);
    const moved = bookingSchema.parse(body);
    // Of six sessions at $20.00 two were held, and four are left.
    expect(moved).toMatchObject({ class_id: to.id, amount: 8_000, dates: booking.dates.slice(2) });
    expect(await placesOf(from, 0)).toEqual([]);
    expect(await placesOf(to, 0)).toMatchObject([{ id: moved.id, moved_from: booking.id }]);
    expect(await system.historyOf(family)).toMatchObject([
      { id: booking.id, moved_to: moved.id, ended: { reason: 'moved', by: 'parent', credit: 8_000 } },
    ]);
    expect(await system.accountOf(family)).toMatchObject({ charged: 20_000, credited: 8_000 });
  });

  it('a trial stays in its class [MOV-05]', async () => {
    const [from, to] = [await system.addClass(), await system.addClass()];
    const family = await system.addFamily();
    const trial = await system.book(family, from, { isTrial: true });
    expect(await move(family, trial, to, 0)).toMatchObject({
      status: 409,
      body: { code: 'trialNotMovable' },
    });
    expect(await placesOf(from, 0)).toHaveLength(1);
  });
});

describe('a refused move changes nothing', () => {
  const given = async () => {
    const cls = await system.addClass({ capacities: [5, 1] });
    const other = await system.addClass();
    const family = await system.addFamily('Robin', 'Alex');
    return { cls, other, family, booking: await system.book(family, cls) };
  };
  const expectRefused = async (
    { cls, family, booking }: Awaited<ReturnType<typeof given>>,
    answer: Answer,
    code: string,
  ) => {
    expect(answer.body).toMatchObject({ code });
    expect((await placesOf(cls, 0)).map(({ id }) => id)).toContain(booking.id);
    expect(await system.historyOf(family)).toEqual([]);
  };

  it('where the new slot is full [MOV-04]', async () => {
    const system_ = await given();
    await system.book(await system.addFamily(), system_.cls, { slot: 1 });
    const answer = await move(system_.family, system_.booking, system_.cls, 1);
    expect(answer.body).toMatchObject({ detail: 'This time slot is now full' });
    await expectRefused(system_, answer, 'slotFull');
  });

  it('where the child is in the new slot already [MOV-04]', async () => {
    const parts = await given();
    await system.book(parts.family, parts.cls, { slot: 1 });
    const answer = await move(parts.family, parts.booking, parts.cls, 1);
    expect(answer.body).toMatchObject({ detail: 'Robin is already booked for this time slot' });
    await expectRefused(parts, answer, 'alreadyBooked');
  });

  it.each([
    ['priceChanged', { credit: 1 }],
    ['priceChanged', { charge: 1 }],
    ['calendarChanged', { calendar_version: 7 }],
  ])('where something else was agreed to: %s', async (code, change) => {
    const parts = await given();
    const answer = await move(parts.family, parts.booking, parts.other, 0, { change });
    await expectRefused(parts, answer, code);
  });

  it('by another family, which learns nothing [END-11]', async () => {
    const parts = await given();
    const other = await system.addFamily();
    // The token of a former adult names the family until it is renewed (FID-02).
    for (const by of [other, { ...other, id: parts.family.id }]) {
      const answer = await move(parts.family, parts.booking, parts.cls, 1, { by });
      expect(answer).toMatchObject({ status: 404, body: { code: 'bookingNotFound' } });
    }
    expect(await placesOf(parts.cls, 1)).toEqual([]);
  });

  it('when the class has ended', async () => {
    const parts = await given();
    const order = orderOf(parts.booking, await termsOf(parts.family, parts.booking, parts.cls, 1));
    system.setTime('2025-11-01T12:00:00Z');
    const answer = await system.asFamily(parts.family, 'moveMyBooking', {
      params: { bookingId: parts.booking.id },
      body: order,
    });
    await expectRefused(parts, answer, 'classEnded');
  });
});

it.each([
  ['within its class', false],
  ['to another class', true],
])(
  'a booking of a family whose deletion begins meanwhile does not move %s: the deletion would miss it [END-12]',
  async (_, isOther) => {
    const cls = await system.addClass({ capacities: [5, 5] });
    const target = isOther ? await system.addClass({ capacities: [5, 5] }) : cls;
    const family = await system.addFamily();
    const booking = await system.book(family, cls);
    const body = orderOf(booking, await termsOf(family, booking, target, 1));
    const answer = await withChangeBetween(
      system.table,
      () => beginFamilyDeletion(system.table, family.id),
      () => system.asFamily(family, 'moveMyBooking', { params: { bookingId: booking.id }, body }),
    );
    expect(answer).toMatchObject({ status: 404, body: { code: 'profileNotFound' } });
    expect(await placesOf(cls, 0)).toMatchObject([{ id: booking.id }]);
    expect(await placesOf(target, 1)).toEqual([]);
  },
);

it.each([
  ['has paid owes from then on', 12_000, true],
  ['owes a cent keeps since when', 11_999, false],
])('a family that %s when a move charges it', async (_, received, isFromThenOn) => {
  const [from, to] = [await system.addClass(), await system.addClass()];
  const family = await system.addFamily();
  const booking = await system.book(family, from);
  const { open_since: since, charged } = (await system.accountOf(family)) ?? expect.fail('no ledger');
  expect(charged).toBe(12_000);
  await updateItem(system.table, familyLedgerKey(family.id), { set: { received } });
  system.setTime('2025-10-05T10:00:00Z');
  const moved = bookingSchema.parse((await move(family, booking, to, 0)).body);
  expect(moved.created_at).not.toBe(since);
  const { open_since } = (await system.accountOf(family)) ?? expect.fail('no ledger');
  expect(open_since).toBe(isFromThenOn ? moved.created_at : since);
});

describe('to a class in which a trial of the child holds', () => {
  it.each(['family', 'administrator'])('leads the %s to keeping its place [TRI-02]', async (by) => {
    const cls = await system.addClass({ capacities: [5] });
    const other = await system.addClass({ capacities: [5, 5], hour: 14 });
    const family = await system.addFamily('Robin', 'Alex');
    const booking = await system.book(family, cls);
    const ofSibling = await system.book(family, cls, { child: 1 });
    await system.book(family, other, { isTrial: true });
    const body = orderOf(booking, await termsOf(family, booking, other, 1));
    const params = { bookingId: booking.id };
    const answer =
      by === 'family'
        ? await system.asFamily(family, 'moveMyBooking', { params, body })
        : await system.admin.call('moveBooking', {
            params,
            body: { ...body, booking: { ...body.booking, parent_id: family.id }, tell: false },
          });
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'trialHeld',
        detail: 'Robin has a trial in this class. Keep its place instead of booking another one.',
      },
    });
    expect(await placesOf(other, 1)).toEqual([]);
    expect((await move(family, ofSibling, other, 1)).status).toBe(200);
    const cancelled = { ending: { reason: 'cancelled' }, by: 'parent', tell: false } as const;
    await endBooking(system, at(await placesOf(other, 0), 0), cancelled);
    expect((await move(family, booking, other, 1)).status).toBe(200);
  });
});

describe('a repeated request', () => {
  it.each([
    ['within the class', false],
    ['to another class', true],
  ])('answers the same and moves once: %s', async (_, isOther) => {
    const cls = await system.addClass({ capacities: [5, 5] });
    const other = await system.addClass({ capacities: [5, 5] });
    const family = await system.addFamily();
    const booking = await system.book(family, cls);
    const order = orderOf(booking, await termsOf(family, booking, isOther ? other : cls, 1));
    const send = (key: string) =>
      system.asFamily(family, 'moveMyBooking', {
        params: { bookingId: booking.id },
        headers: { 'idempotency-key': key },
        body: order,
      });
    const key = randomUUID();
    const answers = await Promise.all([send(key), send(key), send(key)]);
    answers.push(await send(key));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(await placesOf(isOther ? other : cls, 1)).toHaveLength(1);
    expect(await placesOf(cls, 0)).toEqual([]);
    expect(await system.historyOf(family)).toHaveLength(isOther ? 1 : 0);
    expect((await send(randomUUID())).status).toBe(404);
  });
});

describe('a late retry of the attempt that moved', () => {
  it.each([
    ['within the class', false],
    ['to another class', true],
  ])('moves nothing after the booking was moved back: %s [BOK-53]', async (_, isOther) => {
    const cls = await system.addClass({ capacities: [5, 5] });
    const target = isOther ? await system.addClass({ capacities: [5, 5] }) : cls;
    const family = await system.addFamily();
    const booking = await system.book(family, cls);
    const headers = { 'idempotency-key': randomUUID() };
    const body = orderOf(booking, await termsOf(family, booking, target, 1));
    const send = () =>
      system.asFamily(family, 'moveMyBooking', { params: { bookingId: booking.id }, headers, body });
    const moved = bookingSchema.parse((await send()).body);
    expect((await move(family, moved, cls, 0)).status).toBe(200);
    const before = await placesOf(cls, 0);
    expect(await send()).toMatchObject({ status: 409, body: { code: 'movedBefore' } });
    expect(await placesOf(cls, 0)).toEqual(before);
    expect(await placesOf(target, 1)).toEqual([]);
  });
});

it('a family moves bookings a limited number of times an hour, also at once', async () => {
  const cls = await system.addClass({ capacities: [5, 5] });
  const family = await system.addFamily('Robin', 'Alex');
  let booking = await system.book(family, cls);
  const second = await system.book(family, cls, { child: 1 });
  // Two bookings are two changes.
  for (let times = 3; times < limits.changesPerHour; times += 1) {
    const { status, body } = await move(family, booking, cls, times % 2);
    expect(status).toBe(200);
    booking = bookingSchema.parse(body);
  }
  const last = () => Promise.all([move(family, booking, cls, 0), move(family, second, cls, 1)]);
  const answers = await last();
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429]);
  const [refused] = answers.filter(({ status }) => status === 429);
  expect(refused?.body).toMatchObject({ code: 'tooManyChanges' });
  system.setTime('2025-09-23T12:00:00Z');
  expect((await last()).map(({ status }) => status)).toContain(200);
});

describe('a late retry of the attempt that booked', () => {
  it('answers its booking in the slot that it was moved to, and books nothing in the old one [BOK-53, MOV-03]', async () => {
    const cls = await system.addClass({ capacities: [5, 5] });
    const family = await system.addFamily();
    const order = {
      class_id: cls.id,
      time_slot_id: at(cls.time_slots, 0).id,
      child_id: at(family.children, 0).id,
      is_trial: false,
      amount: 12_000,
      calendar_version: 0,
    };
    const headers = { 'idempotency-key': randomUUID() };
    const book = () => system.asFamily(family, 'bookSlot', { headers, body: order });
    const booking = bookingSchema.parse((await book()).body);
    await move(family, booking, cls, 1);
    const answer = { status: 201, body: { id: booking.id, time_slot_id: at(cls.time_slots, 1).id } };
    expect(await book()).toMatchObject(answer);
    // Another price, for which the rules refuse a new booking.
    system.setTime('2025-10-20T10:00:00Z');
    expect(await book()).toMatchObject(answer);
    expect(await placesOf(cls, 0)).toEqual([]);
    expect(await placesOf(cls, 1)).toHaveLength(1);
  });

  it('is refused where the booking was moved to another class [BOK-53]', async () => {
    const cls = await system.addClass({ capacities: [5, 5] });
    const other = await system.addClass();
    const family = await system.addFamily();
    const key = randomUUID();
    const booking = await system.book(family, cls, { key });
    await move(family, booking, other, 0);
    expect(await system.tryToBook(family, cls, { key })).toMatchObject({
      status: 409,
      body: { code: 'bookingCancelled' },
    });
    expect(await placesOf(cls, 0)).toEqual([]);
  });
});

describe('at the same time', () => {
  it('64 moves in a circle of full slots with one free place leave each child one place [MOV-02]', async () => {
    const slots = 13;
    const perSlot = 5;
    const cls = await system.addClass({ capacities: Array.from({ length: slots }, () => perSlot) });
    const booked = await Promise.all(
      Array.from({ length: slots * perSlot - 1 }, async (_, number) => {
        const family = await system.addFamily();
        const slot = number % slots;
        return { family, slot, booking: await system.book(family, cls, { slot }) };
      }),
    );
    const orders = await Promise.all(
      booked.map(async ({ family, slot, booking }) => ({
        family,
        booking,
        body: orderOf(booking, await termsOf(family, booking, cls, (slot + 1) % slots)),
      })),
    );
    const statuses = await Promise.all(
      orders.map(async ({ family, booking, body }) => {
        const { status } = await system.asFamily(family, 'moveMyBooking', {
          params: { bookingId: booking.id },
          body,
        });
        return status;
      }),
    );
    expect(statuses).toContain(200);
    expect(statuses.every((status) => [200, 409, 503].includes(status))).toBe(true);
    const rosters = await Promise.all(Array.from({ length: slots }, (_, slot) => placesOf(cls, slot)));
    expect(Math.max(...rosters.map((roster) => roster.length))).toBeLessThanOrEqual(perSlot);
    const children = rosters.flat().map(({ child_id }) => child_id);
    expect(children.toSorted()).toEqual(booked.map(({ booking }) => booking.child_id).toSorted());
  });

  it('a move and an end give one place back, once [END-02]', async () => {
    const cls = await system.addClass({ capacities: [30, 30] });
    const families = await Promise.all(Array.from({ length: 12 }, () => system.addFamily()));
    const booked = await Promise.all(
      families.map(async (family) => ({ family, booking: await system.book(family, cls) })),
    );
    const stored = await placesOf(cls, 0);
    const orders = await Promise.all(
      booked.map(async ({ family, booking }) => orderOf(booking, await termsOf(family, booking, cls, 1))),
    );
    const ended = await Promise.all(
      booked.flatMap(({ family, booking }, index) => [
        system.asFamily(family, 'moveMyBooking', {
          params: { bookingId: booking.id },
          body: at(orders, index),
        }),
        endBooking(
          system,
          at(
            stored.filter(({ id }) => id === booking.id),
            0,
          ),
          { ending: { reason: 'removed', credit: 'charge' }, by: 'admin', tell: false },
        ),
      ]),
    );
    expect(ended).toHaveLength(24);
    const left = [...(await placesOf(cls, 0)), ...(await placesOf(cls, 1))].map(({ id }) => id);
    const histories = await Promise.all(families.map((family) => system.historyOf(family)));
    const records = histories.flat().map(({ id }) => id);
    expect([...left, ...records].toSorted()).toEqual(booked.map(({ booking }) => booking.id).toSorted());
  });

  it('a move during the deletion of the account leaves no booking behind [END-12]', async () => {
    const cls = await system.addClass({ capacities: [30, 30] });
    const other = await system.addClass({ capacities: [30] });
    for (const target of [cls, other, cls, other]) {
      const family = await system.addFamily();
      const booking = await system.book(family, cls);
      const order = orderOf(booking, await termsOf(family, booking, target, target === cls ? 1 : 0));
      await Promise.all([
        system.asFamily(family, 'moveMyBooking', { params: { bookingId: booking.id }, body: order }),
        deleteFamily(system, { familyId: family.id, by: 'parent' }),
      ]);
    }
    expect(await placesOf(cls, 0)).toEqual([]);
    expect(await placesOf(cls, 1)).toEqual([]);
    expect(await placesOf(other, 0)).toEqual([]);
  });

  it('a session of the new slot cancelled between read and write asks again [CAL-06]', async () => {
    const cls = await system.addClass({ capacities: [5, 5] });
    const family = await system.addFamily();
    const booking = await system.book(family, cls);
    const order = orderOf(booking, await termsOf(family, booking, cls, 1));
    const slot_id = at(cls.time_slots, 1).id;
    const answer = await withChangeBetween(
      system.table,
      () =>
        system.admin.call('cancelSessions', {
          body: {
            target: { kind: 'session', class_id: cls.id, slot_id, date: '2025-09-27' },
            reason: 'weather',
            note: null,
            remedy: { kind: 'later' },
          },
        }),
      () => system.asFamily(family, 'moveMyBooking', { params: { bookingId: booking.id }, body: order }),
    );
    expect(answer).toMatchObject({ status: 409, body: { code: 'calendarChanged' } });
    expect(await placesOf(cls, 0)).toMatchObject([{ id: booking.id, dates: booking.dates }]);
    expect(await placesOf(cls, 1)).toEqual([]);
  });
});

describe('an administrator', () => {
  it('moves a booking in the same way, and the activity log has it [MOV-06]', async () => {
    const cls = await system.addClass({ capacities: [5, 5] });
    const family = await system.addFamily();
    const booking = await system.book(family, cls);
    const order = orderOf(booking, await termsOf(family, booking, cls, 1));
    const { status } = await system.admin.call('moveBooking', {
      params: { bookingId: booking.id },
      body: { ...order, booking: { ...order.booking, parent_id: family.id }, tell: false },
    });
    expect(status).toBe(200);
    expect(await placesOf(cls, 1)).toMatchObject([{ id: booking.id, last_move: { tell: false } }]);
    const { body } = await system.admin.call('listActivity');
    expect(Object(body).entries).toContainEqual(
      expect.objectContaining({ action: 'booking.moved', subject_id: booking.id }),
    );
  });

  it('moves a booking to another class without telling the family [MOV-06]', async () => {
    const cls = await system.addClass();
    const other = await system.addClass();
    const family = await system.addFamily();
    const booking = await system.book(family, cls);
    const order = orderOf(booking, await termsOf(family, booking, other, 0));
    const { status } = await system.admin.call('moveBooking', {
      params: { bookingId: booking.id },
      body: { ...order, booking: { ...order.booking, parent_id: family.id }, tell: false },
    });
    expect(status).toBe(200);
    expect(await placesOf(other, 0)).toMatchObject([
      { moved_from: booking.id, last_move: { tell: false, credit: order.credit } },
    ]);
    expect(await system.historyOf(family)).toMatchObject([
      {
        id: booking.id,
        tell: false,
        made_by: system.admin.userId,
        ended: { reason: 'moved', by: 'admin', credit: order.credit },
      },
    ]);
    for (const route of ['getMyLedger', 'listMyBookings', 'exportMyData'] as const) {
      const answer = await system.asFamily(family, route);
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([
        200,
        expect.not.stringContaining(system.admin.userId),
      ]);
    }
  });
});
