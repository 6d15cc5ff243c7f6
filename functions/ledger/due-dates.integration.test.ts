import { describe, expect, it } from 'vitest';
import { type SampleFamily, sampleNow } from '#infra/testing/samples/samples';
import { bookingSteps } from '#infra/testing/services/booking-system';
import { startTests } from '#infra/testing/services/system';
import { statementSchema } from '#shared/ledger/statement';
import { batchDelete } from '../lib/dynamo/writes.ts';
import { dueOfLedger } from './due-plans.ts';

/** Each test begins with no family, so that the figures are those of its own. */
const system = await startTests((parts) => ({
  ...bookingSteps(parts),
  reset: async (): Promise<void> => {
    await batchDelete(parts.table, await parts.items(({ PK }) => PK !== 'SETTINGS'));
    parts.setTime(sampleNow);
  },
}));

const given = async () => {
  await system.setDueRule('monthly');
  return {
    cls: await system.addClass({ capacities: [5, 5] }),
    family: await system.addFamily('Robin', 'Alex'),
  };
};

const statementOf = async (family: SampleFamily) =>
  statementSchema.parse((await system.asFamily(family, 'getMyLedger')).body);

describe('the due dates of a booking', () => {
  it('are those of the rule, and stay when the rule changes [DUE-01]', async () => {
    const { cls, family } = await given();
    expect(await system.book(family, cls)).toMatchObject({ due_dates: ['2025-09-27', '2025-10-27'] });
    await system.setDueRule('at-once');
    system.setTime(new Date(sampleNow.getTime() + 1));
    expect(await system.book(family, cls, { child: 1 })).not.toHaveProperty('due_dates');
    expect(await statementOf(family)).toMatchObject({
      balance: 24_000,
      due: 12_000,
      later: [
        { date: '2025-09-27', amount: 6_000 },
        { date: '2025-10-27', amount: 6_000 },
      ],
    });
    system.setTime('2025-09-27T10:00:00Z');
    expect(await statementOf(family)).toMatchObject({
      due: 18_000,
      later: [{ date: '2025-10-27', amount: 6_000 }],
      charges: [
        { status: 'open', rest: 12_000, later: [{ date: '2025-10-27', amount: 6_000 }] },
        { status: 'open', rest: 12_000 },
      ],
    });
  });

  it('are refused where they are not those that were shown, and nothing is booked [DUE-01]', async () => {
    const { cls, family } = await given();
    const order = await system.orderOf(family, cls);
    for (const due_dates of [undefined, ['2025-09-27'], ['2025-09-28', '2025-10-27']])
      expect(await system.asFamily(family, 'bookSlot', { body: { ...order, due_dates } })).toMatchObject({
        status: 409,
        body: { code: 'dueDatesChanged' },
      });
    expect((await system.placesOf(cls)).bookings).toEqual([]);
  });
});

describe('the due dates of what follows a booking', () => {
  it('a move within the class keeps them [DUE-01]', async () => {
    const { cls, family } = await given();
    const booking = await system.book(family, cls);
    system.setTime('2025-09-28T10:00:00Z');
    await system.setDueRule('at-once');
    const { due_dates } = booking;
    expect(await system.move(family, booking, cls, 1)).toMatchObject({ body: { due_dates } });
    expect((await statementOf(family)).due).toBe(6_000);
  });

  it('a move to another class keeps those that lie ahead, and what was due stays due [DUE-01]', async () => {
    const { cls, family } = await given();
    const other = await system.addClass({ capacities: [5, 5] });
    const booking = await system.book(family, cls);
    system.setTime('2025-09-28T10:00:00Z');
    await system.setDueRule('at-once');
    const moved = { amount: 10_000, due_dates: ['2025-10-27'] };
    expect(await system.move(family, booking, other, 1)).toMatchObject({ body: moved });
    // The old booking's credit reduced its last part first: of its first one the session that was held is left.
    expect(await statementOf(family)).toMatchObject({
      due: 2_000,
      later: [{ date: '2025-10-27', amount: 10_000 }],
    });
  });

  it('a trial has one date, and those of the rule for the programme once it is kept [DUE-01]', async () => {
    const { cls, family } = await given();
    const trial = await system.book(family, cls, { isTrial: true });
    expect(trial).toMatchObject({ due_dates: ['2025-09-27'] });
    system.setTime('2025-09-27T18:00:00Z');
    const keep = (change = {}) => system.keep(family, trial, { change });
    expect(await keep({ due_dates: undefined })).toMatchObject({ body: { code: 'dueDatesChanged' } });
    const { amount } = await system.keepOrderOf(family, trial);
    expect(await keep()).toMatchObject({ status: 200, body: { due_dates: ['2025-10-04'] } });
    expect(await statementOf(family)).toMatchObject({ due: 2_000, later: [{ date: '2025-10-04', amount }] });
  });
});

it('a family pays on two dates: only what is due is open, and a reminder names no more [DUE-01, DUE-02, PAY-08]', async () => {
  const { cls, family } = await given();
  await system.book(family, cls);
  const parentId = family.id;
  const balances = async () => (await system.admin.call('searchOpenBalances', { body: {} })).body;
  const preview = async () =>
    (await system.admin.call('getReminderPreview', { body: { families: [parentId] } })).body;
  const others = { recently: 0, unwanted: 0 };
  expect(await balances()).toMatchObject({ total: 0, figures: { due: 0, not_yet_due: 12_000 } });
  expect(await preview()).toMatchObject({ recipients: 0, skipped: { settled: 1, ...others } });
  system.setTime('2025-09-27T10:00:00Z');
  expect(await balances()).toMatchObject({
    figures: { due: 6_000, not_yet_due: 6_000 },
    families: [{ due: 6_000, not_yet_due: 6_000, next_due: '2025-10-27', open_since: '2025-09-27' }],
  });
  expect(await preview()).toMatchObject({ recipients: 1, subject: 'Payment reminder: $60.00' });
  await system.admin.pay(parentId, 6_000, { day: '2025-09-27' });
  expect(await balances()).toMatchObject({ total: 0, figures: { due: 0, not_yet_due: 6_000 } });
  system.setTime('2025-10-26T23:59:00Z');
  expect(await balances()).toMatchObject({ total: 0 });
  // Midnight has passed in London, which has winter time from that day on.
  system.setTime('2025-10-27T00:00:00Z');
  expect(await balances()).toMatchObject({
    families: [{ due: 6_000, not_yet_due: 0, next_due: null, open_since: '2025-10-27' }],
  });
});

it('what is not paid by a day names children and places, and an ended booking without one [DUE-02]', async () => {
  const { cls, family } = await given();
  const booking = await system.book(family, cls);
  await system.setDueRule('at-once');
  const paid = await system.addFamily('Sam');
  await system.book(paid, cls, { slot: 1 });
  await system.admin.pay(paid.id, 12_000);
  const unpaid = (by: string) => system.admin.read('listUnpaid', { body: { by } });
  expect(await unpaid('2025-09-26')).toMatchObject({ charges: [], families: 0, due: 0, next_cursor: null });
  expect(await unpaid('2025-09-27')).toMatchObject({
    charges: [
      {
        parent_id: family.id,
        child_name: 'Robin',
        due: 6_000,
        since: '2025-09-27',
        place: { id: booking.id, time_slot: { id: booking.time_slot_id, class: { id: cls.id } } },
      },
    ],
    families: 1,
    due: 6_000,
  });
  expect(await unpaid('2025-12-01')).toMatchObject({ charges: [{ due: 12_000 }], due: 12_000 });
  await system.book(family, cls, { child: 1, slot: 1 });
  // What is not due by then is left out, also of a family that owes something else.
  expect(await unpaid('2025-09-26')).toMatchObject({
    charges: [{ child_name: 'Alex', due: 12_000, since: '2025-09-23' }],
    due: 12_000,
  });
  const removal = { params: { bookingId: booking.id }, query: { credit: 'nothing', tell: 'no' } };
  await system.admin.call('deleteBooking', removal);
  const { charges } = await unpaid('2025-09-27');
  expect(charges.find(({ child_name }) => child_name === 'Robin')).toMatchObject({ due: 6_000, place: null });
});

it('a credit by the office reduces the last date first, and a waiver what is due; taken back, both are as before [DUE-01, PAY-05]', async () => {
  const { cls, family } = await given();
  await system.book(family, cls);
  system.setTime('2025-09-27T10:00:00Z');
  const params = { parentId: family.id };
  const allow = (kind: 'credit' | 'waiver') =>
    system.admin.read('recordAllowance', { params, body: { kind, amount: 1_000, note: 'Rained off' } });
  const dues = async () => {
    const [{ due, later }, ledger] = [await statementOf(family), await system.accountOf(family)];
    const counted = ledger && dueOfLedger(ledger, system.moment().today);
    expect(counted).toEqual({ due, later });
    return [due, ...later.map(({ amount }) => amount)];
  };
  expect(await dues()).toEqual([6_000, 6_000]);
  const credit = await allow('credit');
  expect(await dues()).toEqual([6_000, 5_000]);
  const waiver = await allow('waiver');
  expect(await dues()).toEqual([5_000, 5_000]);
  const line = (await statementOf(family)).entries.find(({ kind }) => kind === 'credit');
  expect(line).toMatchObject({ kind: 'credit', booking_id: null, note: 'Rained off' });
  for (const { key } of [credit, waiver])
    await system.admin.call('takeBackEntry', { params, body: { entry: key } });
  expect(await dues()).toEqual([6_000, 6_000]);
});
