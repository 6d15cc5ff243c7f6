import { describe, expect, it } from 'vitest';
import { storedFamily } from '#infra/testing/samples/stored';
import { cancellationSteps, saturday } from '#infra/testing/services/cancellation-steps';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import type { FootballClass } from '#shared/classes/class';
import type { CalendarDate } from '#shared/lib/values';
import type { Remedy } from '#shared/sessions/slot';
import { date } from '#shared/testing/values';

const system = await startTests(messageSteps);

const {
  givenBooking,
  slotOf,
  keyOf,
  book,
  keep,
  admin,
  cancel,
  restore,
  accountOf,
  bookingsOf,
  changesOf,
  mailsTo,
} = cancellationSteps(() => system);

const [first, second] = [date('2025-11-08'), date('2025-11-15')];
const makeUp = (day: CalendarDate): Remedy => ({ kind: 'make-up', date: day });
const credit: Remedy = { kind: 'credit' };

/** Each step with the work that follows from it, or all work at the end. */
const inTurn = async (steps: readonly (() => Promise<{ readonly status: number }>)[], settles = true) => {
  for (const step of steps) {
    expect(await step()).toMatchObject({ status: 200 });
    if (settles) await system.settle();
  }
  if (!settles) await system.settle();
};

const off = (cls: FootballClass, day: CalendarDate, remedy: Remedy) => () =>
  cancel({ kind: 'session', ...keyOf(cls, day) }, { remedy });
const back = (cls: FootballClass, day: CalendarDate) => () => restore(keyOf(cls, day));
const byHand = (bookingId: string, day: CalendarDate) => () =>
  admin().call('creditSession', { body: { booking_id: bookingId, date: day } });

const sessionOf = async (cls: FootballClass) => {
  const params = { classId: cls.id, slotId: slotOf(cls).id, date: saturday };
  return (await admin().call('getCancelledSession', { params })).body;
};

const given = async () => {
  const { cls, family, booking } = await givenBooking();
  const owed = async () => {
    const [stored] = await bookingsOf(cls);
    const account = await accountOf(family);
    // What the booking says and what the account says are one.
    expect(stored?.credited).toBe(account?.credited);
    expect(stored?.credited_dates.size).toBe(account?.credited === 0 ? 0 : 1);
    return account?.credited;
  };
  return { cls, family, booking, owed };
};

describe('a session whose make-up session is cancelled with a credit', () => {
  it.each([true, false])(
    'is on again, and its credit is taken back: work in between %s [CAN-11]',
    async (settles) => {
      const { cls, owed } = await given();
      await inTurn([off(cls, saturday, makeUp(first)), off(cls, first, credit)], settles);
      expect(await owed()).toBe(2_000);
      await inTurn([back(cls, saturday)]);
      expect(await owed()).toBe(0);
      // The make-up date is gone: it cannot be brought back for nobody.
      expect(await changesOf(cls)).toEqual([]);
      expect(await restore(keyOf(cls, first))).toMatchObject({ body: { removed_make_up: null } });
      expect(await changesOf(cls)).toEqual([]);
    },
  );

  it('of a kept trial is credited to the trial, and taken back from it [CAN-11, TRI-04]', async () => {
    const { cls, family, booking } = await givenBooking({ isTrial: true });
    await keep(booking);
    await inTurn([off(cls, saturday, makeUp(first)), off(cls, first, credit)]);
    expect(await accountOf(family)).toMatchObject({ credited: 2_000 });
    await inTurn([back(cls, saturday)]);
    expect(await accountOf(family)).toMatchObject({ credited: 0 });
  });
});

describe('a session whose make-up session has a make-up session', () => {
  it('is on again without both of them, and the email names the one that was on [CAN-11]', async () => {
    const { cls, family } = await given();
    await inTurn([off(cls, saturday, makeUp(first)), off(cls, first, makeUp(second))]);
    expect(await sessionOf(cls)).toMatchObject({ removable_make_up: second });
    expect(await restore(keyOf(cls))).toMatchObject({ body: { removed_make_up: second } });
    await system.settle();
    expect(await changesOf(cls)).toEqual([]);
    expect((await mailsTo(family)).at(-1)?.text).toContain(
      'There is no session on Saturday, November 15, 2025.',
    );
  });

  it('keeps what a booking made since covers, and what that became [CAN-11]', async () => {
    const { cls } = await given();
    await inTurn([off(cls, saturday, makeUp(first))]);
    await book(cls, await storedFamily(system.table));
    await inTurn([off(cls, first, makeUp(second)), back(cls, saturday)]);
    expect(await changesOf(cls)).toMatchObject([
      { date: first, state: 'cancelled' },
      { date: second, state: 'on' },
    ]);
  });
});

describe('a family that cannot come to a make-up session', () => {
  it('keeps its credit when that session is cancelled and brought back, until its own is on again [CAN-10, CAN-11]', async () => {
    const { cls, booking, owed } = await given();
    await inTurn([off(cls, saturday, makeUp(first)), byHand(booking.id, saturday)]);
    for (const act of [off(cls, first, credit), back(cls, first)]) {
      expect(await owed()).toBe(2_000);
      await inTurn([act]);
    }
    expect(await owed()).toBe(2_000);
    await inTurn([back(cls, saturday)]);
    expect(await owed()).toBe(0);
  });

  it('is credited once, also for the make-up session by its own date [CAN-10]', async () => {
    const { cls, booking, owed } = await given();
    await inTurn([off(cls, saturday, makeUp(first)), off(cls, first, { kind: 'later' })]);
    await inTurn([byHand(booking.id, first), byHand(booking.id, saturday), byHand(booking.id, first)]);
    expect(await owed()).toBe(2_000);
    expect(await sessionOf(cls)).toMatchObject({ bookings: [{ id: booking.id, is_credited: true }] });
  });

  it('is credited once where both are credited at the same moment, each for another cancellation [CAN-10]', async () => {
    const { cls, booking, owed } = await given();
    await inTurn([off(cls, saturday, makeUp(first))]);
    expect(await off(cls, first, credit)()).toMatchObject({ status: 200 });
    const credited = await withChangeBetween(system.table, system.settle, byHand(booking.id, saturday));
    expect(credited).toMatchObject({ status: 200, body: { amount: 2_000 } });
    expect(await owed()).toBe(2_000);
  });

  it('is not credited for a session that is brought back at the same moment [CAN-11]', async () => {
    const { cls, booking, owed } = await given();
    await inTurn([off(cls, saturday, makeUp(first))]);
    const credited = await withChangeBetween(
      system.table,
      async () => {
        await restore(keyOf(cls));
        await system.settle();
      },
      byHand(booking.id, saturday),
    );
    expect(credited).toMatchObject({ status: 404, body: { code: 'sessionNotFound' } });
    expect(await owed()).toBe(0);
  });

  it('has no trial: one in a cancelled session is moved, and not credited [CAN-08, CAN-10]', async () => {
    const { cls, family, booking: trial } = await givenBooking({ isTrial: true });
    expect(await off(cls, saturday, { kind: 'later' })()).toMatchObject({ status: 200 });
    expect(await byHand(trial.id, saturday)()).toMatchObject({ status: 404 });
    await system.settle();
    expect(await accountOf(family)).toMatchObject({ credited: 0 });
  });
});

it('a class whose sessions are all cancelled without a remedy is deleted with credits and an email [END-10]', async () => {
  const { cls, family } = await given();
  const days = (await bookingsOf(cls))[0]?.dates ?? [];
  await inTurn(
    days.map((day) => off(cls, day, { kind: 'later' })),
    false,
  );
  expect(await admin().call('deleteClass', { params: { classId: cls.id } })).toMatchObject({ status: 204 });
  await system.settle();
  const account = await accountOf(family);
  expect(account?.charged).toBeGreaterThan(0);
  expect(account?.credited).toBe(account?.charged);
  expect((await mailsTo(family)).at(-1)?.text).toContain('The sessions left are credited');
});
