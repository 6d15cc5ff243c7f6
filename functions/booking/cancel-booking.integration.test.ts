import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import {
  at,
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleTimeZone,
} from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { adminApi } from '#infra/testing/services/admin-api';
import { invoke } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import type { FootballClass } from '#shared/classes/class';
import { calendarDateSchema, centsSchema } from '#shared/lib/values';
import { bookingAmount } from '#shared/testing/session-calendars';
import { date } from '#shared/testing/values';
import { familyLedgerRef } from '../ledger/ledger.ts';
import { plus } from '../lib/dynamo/expressions.ts';
import { slotKey } from '../lib/dynamo/keys-of-classes.ts';
import { activityPartition } from '../lib/dynamo/keys-of-people.ts';
import { getItem, queryAll } from '../lib/dynamo/reads.ts';
import { sendTransaction, updateItem } from '../lib/dynamo/writes.ts';
import { listCancellations } from '../sessions/cancellations.ts';
import { settleCancellation } from '../sessions/settle-cancellation.ts';
import { bookingCredit, trialMove } from './booking-changes.ts';
import { listBookingsOfSlot, type StoredBooking } from './bookings.ts';
import { endBooking, listLateEndings } from './end-booking.ts';
import { listEndedBookings } from './ended-bookings.ts';
import { takePlace } from './take-place.ts';

const { table, handler, clock, setTime } = await startTests(() => ({}));

const cents = (amount: number) => centsSchema.parse(amount);

/**
 * A booking made on Tuesday, Sep 23, for the six sessions from Saturday, Sep 27 at 9:00 (London), at $120.00; or a trial
 * of the first of them at $20.00.
 */
const given = async (overrides: Partial<StoredBooking> = {}) => {
  const cls = sampleClass({ capacities: [2] });
  await putClass(table, cls);
  const family = await storedFamily(table);
  const booking = sampleBooking(cls, family, overrides);
  expect(await takePlace(table, booking)).toMatchObject({ outcome: 'booked' });
  return { cls, family, booking };
};

/** @param other a family that does not have the booking */
const cancel = (booking: StoredBooking, credit: number, other?: SampleFamily) => {
  const { id, class_id, time_slot_id, child_id } = booking;
  return invoke(handler, {
    route: 'cancelBooking',
    userId: other?.profile.id ?? booking.booked_by_adult ?? expect.unreachable(),
    familyId: other?.id ?? booking.parent_id,
    params: { bookingId: id },
    body: { class_id, time_slot_id, child_id, credit },
  });
};

const accountOf = ({ id }: SampleFamily) => getItem(table, familyLedgerRef(id));
const placesOf = async ({ class_id, time_slot_id }: StoredBooking) => {
  const slot = await getItem(table, { key: slotKey(class_id, time_slot_id), fromItem: (item) => item });
  return slot?.current_bookings;
};
const listed = async ({ id, profile }: SampleFamily) =>
  (await invoke(handler, { route: 'listMyBookings', userId: profile.id, familyId: id })).body;

describe('a booking that is cancelled', () => {
  it('leaves a record with all that was agreed, gives its place back and is credited [END-01]', async () => {
    const { cls, family, booking } = await given();
    const answer = await cancel(booking, 12_000);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: booking.id,
        child_name: 'Robin Parent',
        amount: 12_000,
        credited: 12_000,
        dates: booking.dates,
        class_type: cls.class_type,
        venue: cls.venue,
        coach_name: cls.coach_name,
        start_time: '09:00',
        end_time: at(cls.time_slots, 0).end_time,
        ended: { reason: 'cancelled', at: clock().toISOString(), by: 'parent', credit: 12_000, suggested: 0 },
      },
    });
    expect(await listBookingsOfSlot(table, booking.time_slot_id, { consistent: true })).toEqual([]);
    expect(await placesOf(booking)).toBe(0);
    expect(await accountOf(family)).toMatchObject({ charged: 12_000, credited: 12_000 });
    expect(await listed(family)).toMatchObject({ bookings: [], ended: [Object(answer.body)] });
  });

  it('is a trial on the date to which the school moved it meanwhile [CAN-08]', async () => {
    const { family, booking } = await given({
      is_trial: true,
      trial_date: date('2025-09-27'),
      dates: [date('2025-09-27')],
      amount: cents(2_000),
    });
    const move = trialMove(table, booking, { to: date('2025-10-04'), movedBy: '2025-09-27#1' });
    await withChangeBetween(
      table,
      () => sendTransaction(table, [move]),
      () => cancel(booking, 2_000),
    );
    await cancel(booking, 2_000);
    expect(await listEndedBookings(table, family.id)).toMatchObject([{ dates: ['2025-10-04'] }]);
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
    async (_, is_trial, moment, credit, suggested) => {
      const { family, booking } = await given({ is_trial });
      setTime(new Date(moment));
      expect(Object(await listed(family)).bookings[0].ending.credit).toBe(credit);
      expect(await cancel(booking, credit)).toMatchObject({
        status: 200,
        body: { ended: { credit, suggested } },
      });
      expect(await accountOf(family)).toMatchObject({ credited: credit });
      const late = await listLateEndings(table);
      expect(late.some(({ booking_id }) => booking_id === booking.id)).toBe(suggested > 0);
    },
  );

  it('is free of charge until the next session after the school changed its time [END-05]', async () => {
    const { booking, family } = await given();
    await updateItem(table, slotKey(booking.class_id, booking.time_slot_id), {
      set: { moved_at: '2025-10-01T10:00:00.000Z' },
    });
    setTime(new Date('2025-10-04T08:00:00Z'));
    expect(Object(await listed(family)).bookings[0].ending).toEqual({
      free_until: '2025-10-04T08:00:00.000Z',
      // Of the six sessions the first was held; the second begins at this moment.
      credit: 8_000,
    });
  });

  it('ends by the calendar of its transaction, where that changed after the read [END-05]', async () => {
    const { booking } = await given();
    setTime(new Date('2025-09-27T08:00:00Z'));
    const changeCalendar = () =>
      updateItem(table, slotKey(booking.class_id, booking.time_slot_id), {
        set: { moved_at: clock().toISOString(), calendar_version: plus(1) },
      });
    const deps = { table, clock, timeZone: sampleTimeZone };
    const ending = { ending: { reason: 'cancelled' }, by: 'parent', tell: false } as const;
    // Without the change it would be late: the first session has begun, and nothing would be credited.
    const end = () => endBooking(deps, booking, ending);
    expect(await withChangeBetween(table, changeCalendar, end)).toMatchObject({
      outcome: 'ended',
      record: { ended: { credit: 10_000 } },
    });
  });

  it('is credited no more than what is left of its charge [PAY-14]', async () => {
    const { booking, family } = await given();
    const date = calendarDateSchema.parse('2025-10-04');
    const credit = bookingCredit(table, booking, { date, amount: cents(2_000) });
    expect(await sendTransaction(table, [credit])).toEqual({ outcome: 'done' });
    // The same session is not credited twice, and no credit exceeds the charge.
    expect((await sendTransaction(table, [credit])).outcome).toBe('refused');
    const most = { date: calendarDateSchema.parse('2025-10-11'), amount: cents(10_001) };
    expect((await sendTransaction(table, [bookingCredit(table, booking, most)])).outcome).toBe('refused');
    expect(await cancel(booking, 10_000)).toMatchObject({
      status: 200,
      body: { credited: 12_000, ended: { credit: 10_000 } },
    });
    expect(await accountOf(family)).toMatchObject({ credited: 10_000 });
  });

  it('is in the activity log, without a name [END-08]', async () => {
    const { booking } = await given();
    await cancel(booking, 12_000);
    const log = await queryAll(table, {
      KeyConditionExpression: 'PK = :year',
      ExpressionAttributeValues: { ':year': activityPartition('2025').PK },
    });
    const own = log.filter(({ subject_id }) => subject_id === booking.id);
    expect(own).toMatchObject([{ action: 'booking.cancelled', actor_id: booking.booked_by_adult }]);
    expect(JSON.stringify(own)).not.toContain('Robin');
  });
});

describe('a cancellation that is sent again', () => {
  it('answers the same and ends the booking once, also 8 times at once [END-13]', async () => {
    const { booking, family } = await given();
    const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(booking, 12_000)));
    const [first] = answers;
    for (const { status, body } of answers)
      expect({ status, body }).toEqual({ status: 200, body: first?.body });
    expect(await cancel(booking, 12_000)).toMatchObject({ status: 200, body: first?.body });
    expect(await listEndedBookings(table, booking.parent_id)).toHaveLength(1);
    expect(await placesOf(booking)).toBe(0);
    expect(await accountOf(family)).toMatchObject({ credited: 12_000 });
  });

  it.each([
    ['until its new session begins', '2025-10-04T07:59:59.000Z', 2_000],
    ['not once it began', '2025-10-04T08:00:01.000Z', 0],
  ])(
    'is free of charge where it is a trial that the school moved: %s [END-05]',
    async (_, moment, credit) => {
      const { cls, family } = await given({ is_trial: true });
      const session = { class_id: cls.id, slot_id: at(cls.time_slots, 0).id, date: date('2025-09-27') };
      const target = { kind: 'session', ...session };
      const remedy = { kind: 'credit' };
      const body = { target, reason: 'weather', note: null, remedy };
      expect((await adminApi({ table, clock }).call('cancelSessions', { body })).status).toBe(200);
      for (const cancellation of await listCancellations(table, session))
        await settleCancellation(cancellation, { table, clock, timeZone: sampleTimeZone });
      const [moved] = await listBookingsOfSlot(table, session.slot_id, { consistent: true });
      if (!moved) throw new Error('a trial expected');
      expect(moved.trial_date).toBe('2025-10-04');
      setTime(new Date(moment));
      expect(await cancel(moved, credit)).toMatchObject({ status: 200, body: { ended: { credit } } });
      expect(await accountOf(family)).toMatchObject({ credited: credit });
    },
  );

  it('never ends a new booking of the same child in the slot', async () => {
    const { cls, family, booking } = await given();
    const first = await cancel(booking, 12_000);
    const again = await book(cls, family);
    expect(again.status).toBe(201);
    expect((await cancel(booking, 12_000)).body).toEqual(first.body);
    expect(await placesOf(booking)).toBe(1);
  });
});

const book = (cls: FootballClass, { id, profile, children }: SampleFamily, key: string = randomUUID()) =>
  invoke(handler, {
    route: 'bookSlot',
    userId: profile.id,
    familyId: id,
    headers: { 'idempotency-key': key },
    body: {
      class_id: cls.id,
      time_slot_id: at(cls.time_slots, 0).id,
      child_id: at(children, 0).id,
      is_trial: false,
      amount: bookingAmount(cls, false, calendarDateSchema.parse('2025-09-23')),
      calendar_version: 0,
    },
  });

it('creates no other booking for the attempt of a booking that was cancelled [BOK-53]', async () => {
  const cls = sampleClass({ capacities: [2] });
  await putClass(table, cls);
  const family = await storedFamily(table);
  const key = randomUUID();
  expect((await book(cls, family, key)).status).toBe(201);
  const [booking] = await listBookingsOfSlot(table, at(cls.time_slots, 0).id, { consistent: true });
  if (!booking) throw new Error('a booking expected');
  await cancel(booking, 12_000);
  const refusal = { status: 409, body: { code: 'bookingCancelled', detail: 'This booking was cancelled' } };
  expect(await book(cls, family, key)).toMatchObject(refusal);
  expect(await placesOf(booking)).toBe(0);
  // Also where a rule refuses it before the transaction.
  setTime(new Date('2025-10-20T10:00:00Z'));
  expect(await book(cls, family, key)).toMatchObject(refusal);
});

describe('a cancellation is refused', () => {
  it('where the amount that was shown is no longer credited [END-05]', async () => {
    const { booking, family } = await given();
    setTime(new Date('2025-09-26T10:00:00Z'));
    expect(await cancel(booking, 12_000)).toMatchObject({ status: 409, body: { code: 'creditChanged' } });
    expect(await accountOf(family)).toMatchObject({ credited: 0 });
    expect(await placesOf(booking)).toBe(1);
  });

  it('for another family, which is told nothing [END-11]', async () => {
    const { booking } = await given();
    const other = await storedFamily(table);
    const unknown = { status: 404, body: { code: 'bookingNotFound' } };
    // The token of a former adult names the family until it is renewed (FID-02).
    const former = { ...other, id: booking.parent_id };
    for (const by of [other, former]) expect(await cancel(booking, 12_000, by)).toMatchObject(unknown);
    await cancel(booking, 12_000);
    for (const by of [other, former]) expect(await cancel(booking, 12_000, by)).toMatchObject(unknown);
  });

  it('after the last session [END-11]', async () => {
    const { booking } = await given();
    setTime(new Date('2025-11-01T10:00:00Z'));
    expect(await cancel(booking, 0)).toMatchObject({
      status: 409,
      body: { code: 'classEnded', detail: 'This class has ended' },
    });
    expect(await placesOf(booking)).toBe(1);
  });
});
