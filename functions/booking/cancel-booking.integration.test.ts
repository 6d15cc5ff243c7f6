import { describe, expect, it } from 'vitest';
import { at, type SampleFamily } from '#infra/testing/samples/samples';
import { bookingSteps } from '#infra/testing/services/booking-system';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import type { Booking } from '#shared/booking/booking';
import { cents, date } from '#shared/testing/values';
import { plus } from '../lib/dynamo/expressions.ts';
import { slotKey } from '../lib/dynamo/keys-of-classes.ts';
import { sendTransaction, updateItem } from '../lib/dynamo/writes.ts';
import { listCancellations } from '../sessions/cancellations.ts';
import { settleCancellation } from '../sessions/settle-cancellation.ts';
import { bookingCredit, trialMove } from './booking-changes.ts';
import { listLateEndings } from './end-booking.ts';

const system = await startTests(bookingSteps);
const { table, setTime } = system;

/**
 * A booking made on Tuesday, Sep 23, for the six sessions from Saturday, Sep 27 at 9:00 (London), at $120.00; or a trial
 * of the first of them at $20.00.
 */
const given = async (isTrial = false) => {
  const cls = await system.addClass({ capacities: [2] });
  const family = await system.addFamily();
  const booking = await system.book(family, cls, { isTrial });
  return { cls, family, booking, placesNow: async () => (await system.placesOf(cls)).counted };
};

const cancel = (
  by: SampleFamily,
  { id, class_id, time_slot_id, child_id }: Pick<Booking, 'id' | 'class_id' | 'time_slot_id' | 'child_id'>,
  credit: number,
) =>
  system.asFamily(by, 'cancelBooking', {
    params: { bookingId: id },
    body: { class_id, time_slot_id, child_id, credit },
  });

const endingOf = async (family: SampleFamily) =>
  Object((await system.asFamily(family, 'listMyBookings')).body).bookings[0].ending;

describe('a booking that is cancelled', () => {
  it('leaves a record with all that was agreed, gives its place back, is credited, and is in the log without a name [END-01, END-08]', async () => {
    const { cls, family, booking } = await given();
    const answer = await cancel(family, booking, 12_000);
    const { class_type, venue, coach_name } = cls;
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: booking.id,
        child_name: 'Robin',
        amount: 12_000,
        credited: 12_000,
        dates: booking.dates,
        ...{ class_type, venue, coach_name },
        start_time: '09:00',
        end_time: at(cls.time_slots, 0).end_time,
        ended: {
          reason: 'cancelled',
          at: system.now().toISOString(),
          by: 'parent',
          credit: 12_000,
          suggested: 0,
        },
      },
    });
    expect(await system.placesOf(cls)).toEqual({ counted: 0, bookings: [] });
    expect(await system.accountOf(family)).toMatchObject({ charged: 12_000, credited: 12_000 });
    const { body } = await system.asFamily(family, 'listMyBookings');
    expect(body).toMatchObject({ bookings: [], ended: [Object(answer.body)] });
    const own = await system.items((item) => 'action' in item && item.subject_id === booking.id);
    expect(own).toMatchObject([{ action: 'booking.cancelled', actor_id: family.profile.id }]);
    expect(JSON.stringify(own)).not.toContain('Robin');
  });

  it('is a trial on the date to which the school moved it meanwhile [CAN-08]', async () => {
    const { cls, family, booking } = await given(true);
    const [stored = expect.unreachable()] = (await system.placesOf(cls)).bookings;
    const move = trialMove(table, stored, { to: date('2025-10-04'), movedBy: '2025-09-27#1' });
    await withChangeBetween(
      table,
      () => sendTransaction(table, [move]),
      () => cancel(family, booking, 2_000),
    );
    await cancel(family, booking, 2_000);
    expect(await system.historyOf(family)).toMatchObject([{ dates: ['2025-10-04'] }]);
  });

  it.each([
    ['a programme 48 hours before its first session', false, '2025-09-25T08:00:00.000Z', 12_000, 0],
    ['a programme one second later', false, '2025-09-25T08:00:01.000Z', 0, 12_000],
    ['a programme after its second session', false, '2025-10-05T00:00:00.000Z', 0, 8_000],
    ['a trial 24 hours before its session', true, '2025-09-26T08:00:00.000Z', 2_000, 0],
    ['a trial one second later', true, '2025-09-26T08:00:01.000Z', 0, 2_000],
    ['a trial after its session', true, '2025-09-27T09:00:00.000Z', 0, 0],
  ])(
    'is credited what its terms give: %s [END-05, END-07]',
    async (_, isTrial, moment, credit, suggested) => {
      const { family, booking } = await given(isTrial);
      setTime(moment);
      expect((await endingOf(family)).credit).toBe(credit);
      const ended = { credit, suggested };
      expect(await cancel(family, booking, credit)).toMatchObject({ status: 200, body: { ended } });
      expect(await system.accountOf(family)).toMatchObject({ credited: credit });
      const late = await listLateEndings(table);
      expect(late.some(({ booking_id }) => booking_id === booking.id)).toBe(suggested > 0);
    },
  );

  it('is free of charge until the next session after the school changed its time [END-05]', async () => {
    const { booking, family } = await given();
    const set = { moved_at: '2025-10-01T10:00:00.000Z' };
    await updateItem(table, slotKey(booking.class_id, booking.time_slot_id), { set });
    setTime('2025-10-04T08:00:00Z');
    // Of the six sessions the first was held; the second begins at this moment.
    expect(await endingOf(family)).toEqual({ free_until: '2025-10-04T08:00:00.000Z', credit: 8_000 });
  });

  it.each([
    ['until its new session begins', '2025-10-04T07:59:59.000Z', 2_000],
    ['not once it began', '2025-10-04T08:00:01.000Z', 0],
  ])(
    'is free of charge where it is a trial that the school moved: %s [END-05]',
    async (_, moment, credit) => {
      const { cls, family, booking } = await given(true);
      const session = { class_id: cls.id, slot_id: at(cls.time_slots, 0).id, date: date('2025-09-27') };
      const target = { kind: 'session', ...session };
      const body = { target, reason: 'weather', note: null, remedy: { kind: 'credit' } };
      expect((await system.admin.call('cancelSessions', { body })).status).toBe(200);
      for (const cancellation of await listCancellations(table, session))
        await settleCancellation(cancellation, system.deps);
      expect((await system.placesOf(cls)).bookings).toMatchObject([{ trial_date: '2025-10-04' }]);
      setTime(moment);
      expect(await cancel(family, booking, credit)).toMatchObject({
        status: 200,
        body: { ended: { credit } },
      });
      expect(await system.accountOf(family)).toMatchObject({ credited: credit });
    },
  );

  it('ends by the calendar of its transaction, where that changed after the read [END-05]', async () => {
    const { booking } = await given();
    setTime('2025-09-27T08:00:00Z');
    const set = { moved_at: system.now().toISOString(), calendar_version: plus(1) };
    // Without the change it would be late: the first session has begun, and nothing would be credited.
    expect(
      await withChangeBetween(
        table,
        () => updateItem(table, slotKey(booking.class_id, booking.time_slot_id), { set }),
        () => system.end(booking),
      ),
    ).toMatchObject({ outcome: 'ended', record: { ended: { credit: 10_000 } } });
  });

  it('is credited no more than what is left of its charge [PAY-14]', async () => {
    const { cls, booking, family } = await given();
    const [stored = expect.unreachable()] = (await system.placesOf(cls)).bookings;
    const credit = async (day: string, amount: number) => {
      const write = bookingCredit(table, stored, { date: date(day), amount: cents(amount) });
      return (await sendTransaction(table, [write])).outcome;
    };
    expect(await credit('2025-10-04', 2_000)).toBe('done');
    // The same session is not credited twice, and no credit exceeds the charge.
    expect(await credit('2025-10-04', 2_000)).toBe('refused');
    expect(await credit('2025-10-11', 10_001)).toBe('refused');
    const body = { credited: 12_000, ended: { credit: 10_000 } };
    expect(await cancel(family, booking, 10_000)).toMatchObject({ status: 200, body });
    expect(await system.accountOf(family)).toMatchObject({ credited: 10_000 });
  });
});

it('a cancellation that is sent again answers the same and ends the booking once, also at once, and no new one of the child [END-13]', async () => {
  const { cls, booking, family, placesNow } = await given();
  const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(family, booking, 12_000)));
  answers.push(await cancel(family, booking, 12_000));
  const [first] = answers;
  for (const { status, body } of answers)
    expect({ status, body }).toEqual({ status: 200, body: first?.body });
  expect(await system.historyOf(family)).toHaveLength(1);
  expect(await placesNow()).toBe(0);
  expect(await system.accountOf(family)).toMatchObject({ credited: 12_000 });
  await system.book(family, cls);
  expect((await cancel(family, booking, 12_000)).body).toEqual(first?.body);
  expect(await placesNow()).toBe(1);
});

it('creates no other booking for the attempt of a booking that was cancelled [BOK-53]', async () => {
  const [cls, family] = [await system.addClass({ capacities: [2] }), await system.addFamily()];
  const [key, change] = ['attempt-of-a-cancelled-booking', { amount: 12_000 }];
  await cancel(family, await system.book(family, cls, { key }), 12_000);
  const refusal = { status: 409, body: { code: 'bookingCancelled', detail: 'This booking was cancelled' } };
  expect(await system.tryToBook(family, cls, { key, change })).toMatchObject(refusal);
  expect((await system.placesOf(cls)).counted).toBe(0);
  // Also where a rule refuses it before the transaction.
  setTime('2025-10-20T10:00:00Z');
  expect(await system.tryToBook(family, cls, { key, change })).toMatchObject(refusal);
});

describe('a cancellation is refused', () => {
  it.each([
    [
      'where the amount that was shown is no longer credited',
      '2025-09-26T10:00:00Z',
      12_000,
      'creditChanged',
    ],
    ['after the last session', '2025-11-01T10:00:00Z', 0, 'classEnded'],
  ])('%s [END-05, END-11]', async (_, moment, credit, code) => {
    const { booking, family, placesNow } = await given();
    setTime(moment);
    expect(await cancel(family, booking, credit)).toMatchObject({ status: 409, body: { code } });
    expect(await system.accountOf(family)).toMatchObject({ credited: 0 });
    expect(await placesNow()).toBe(1);
  });

  it('for another family, which is told nothing [END-11]', async () => {
    const { booking, family } = await given();
    const other = await system.addFamily();
    const unknown = { status: 404, body: { code: 'bookingNotFound' } };
    // The token of a former adult names the family until it is renewed (FID-02).
    const former = { ...other, id: family.id };
    for (const by of [other, former]) expect(await cancel(by, booking, 12_000)).toMatchObject(unknown);
    await cancel(family, booking, 12_000);
    for (const by of [other, former]) expect(await cancel(by, booking, 12_000)).toMatchObject(unknown);
  });
});
