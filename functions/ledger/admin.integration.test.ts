import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { type SampleFamily, sampleBooking, sampleClass, sampleToday } from '#infra/testing/samples/samples';
import { memberSteps } from '#infra/testing/services/member-system';
import { startTests } from '#infra/testing/services/system';
import { adminRoutes } from '#shared/contract/admin-routes';
import { addDays } from '#shared/lib/calendar';
import { readFullLedger } from '../across/statement.ts';
import { takePlace } from '../booking/take-place.ts';
import { newBookingId } from '../lib/ids.ts';
import { getFamilyLedger } from './ledger.ts';

const system = await startTests(memberSteps);
const cls = sampleClass({ capacities: [500] });
await putClass(system.table, cls);

/** Books the class for each of the family's children, each a minute after the other. */
const book = async (family: SampleFamily): Promise<void> => {
  for (const child of family.children) {
    system.later(60);
    const booking = sampleBooking(
      cls,
      { ...family, children: [child] },
      { id: newBookingId(system.clock()), child_name: child.name },
    );
    const ledger = await getFamilyLedger(system.table, family.id);
    expect(await takePlace(system.table, booking, { ledger })).toMatchObject({ outcome: 'booked' });
  }
};

/** A family with bookings of $120.00 each, the price of the rest of the sample class. */
const owing = async (...names: readonly string[]): Promise<SampleFamily> => {
  const family = await system.join(
    {},
    (names.length > 0 ? names : ['Ana']).map((name) => ({ name })),
  );
  await book(family);
  return family;
};

const accountOf = ({ id }: SampleFamily) =>
  system.admin.read('getParentLedger', { params: { parentId: id } });

const payment = {
  amount: 12_000,
  day: sampleToday,
  method: 'bank-transfer',
  note: null,
  booking_id: null,
  receipt: false,
};

type EntryRoute = 'recordPayment' | 'recordRefund' | 'recordAllowance' | 'takeBackEntry';

const record = (
  route: EntryRoute,
  { id: parentId }: SampleFamily,
  body: object,
  attempt: string = randomUUID(),
) => {
  system.later(1);
  return system.admin.call(route, { params: { parentId }, body, headers: { 'idempotency-key': attempt } });
};

const pay = (family: SampleFamily, overrides: object = {}, attempt?: string) =>
  record('recordPayment', family, { ...payment, ...overrides }, attempt);

const keyOf = ({ body }: { readonly body: unknown }) => adminRoutes.recordPayment.response.parse(body).key;
const statesOf = async (family: SampleFamily) =>
  (await accountOf(family)).charges.map(({ status, rest }) => [status, Number(rest)]);

describe('recording', () => {
  it('settles charges by payments, the oldest first, and shows what is left [PAY-03, PAY-05]', async () => {
    const family = await owing('Ana', 'Ben');
    expect(await statesOf(family)).toEqual([
      ['open', 12_000],
      ['open', 12_000],
    ]);
    expect((await pay(family, { amount: 15_000 })).status).toBe(201);
    expect(await statesOf(family)).toEqual([
      ['paid', 0],
      ['open', 9_000],
    ]);
    expect((await accountOf(family)).balance).toBe(9_000);
  });

  it('settles the booking that a payment names first, and refuses that of another family [PAY-03, PAY-05]', async () => {
    const family = await owing('Ana', 'Ben');
    const [foreign] = (await accountOf(await owing())).charges;
    expect(await pay(family, { booking_id: foreign?.booking_id })).toMatchObject({
      status: 404,
      body: { code: 'bookingNotFound' },
    });
    const [, second] = (await accountOf(family)).charges;
    await pay(family, { booking_id: second?.booking_id });
    expect(await statesOf(family)).toEqual([
      ['open', 12_000],
      ['paid', 0],
    ]);
    expect((await accountOf(family)).entries).toMatchObject([
      { class: { id: cls.id, venue: cls.venue }, made_by_name: 'Pat Parent' },
    ]);
  });

  it('keeps refunds, credits and waivers with their reasons [PAY-01, PAY-05]', async () => {
    const family = await owing();
    await pay(family, { amount: 14_000, note: 'Transfer of Sep 22' });
    const refund = { amount: 1_000, day: sampleToday, method: 'cash', note: 'Paid too much' };
    await record('recordRefund', family, refund);
    await record('recordAllowance', family, { kind: 'credit', amount: 500, note: 'Lost ball' });
    await record('recordAllowance', family, { kind: 'waiver', amount: 250, note: 'Rounding' });
    const { entries, balance } = await accountOf(family);
    expect(entries.map(({ kind, note }) => [kind, note])).toEqual([
      ['payment', 'Transfer of Sep 22'],
      ['refund', 'Paid too much'],
      ['credit', 'Lost ball'],
      ['waiver', 'Rounding'],
    ]);
    expect(balance).toBe(12_000 - 14_000 + 1_000 - 500 - 250);
    for (const entry of (await readFullLedger(system.table, family.id)).entries)
      expect(JSON.stringify(entry)).not.toMatch(/Transfer|much|ball|Rounding|Ana/);
  });

  it('takes an entry back once, and neither an unknown one nor a counter-entry [PAY-05]', async () => {
    const family = await owing();
    const entry = keyOf(await pay(family));
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => record('takeBackEntry', family, { entry })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const { entries, balance } = await accountOf(family);
    expect(entries.map(({ kind, taken_back }) => [kind, taken_back])).toEqual([
      ['payment', true],
      ['counter', false],
    ]);
    expect(balance).toBe(12_000);
    expect(await record('takeBackEntry', family, { entry: 'ATTEMPT#unknown' })).toMatchObject({
      status: 404,
      body: { code: 'entryNotFound' },
    });
    expect((await record('takeBackEntry', family, { entry: `COUNTER#${entry}` })).status).toBe(400);
    const other = await owing();
    expect((await record('takeBackEntry', other, { entry })).status).toBe(404);
  });

  it.each([
    ['nothing', { amount: 0 }],
    ['a minus', { amount: -1 }],
    ['a third decimal', { amount: 0.5 }],
    ['text', { amount: '20' }],
    ['an overflow', { amount: 10 ** 14 }],
    ['more than a million dollars', { amount: 100_000_001 }],
    ['tomorrow', { day: addDays(sampleToday, 1) }],
    ['more than five years ago', { day: '2020-09-22' }],
    ['1900', { day: '1900-01-01' }],
    ['an unknown way to pay', { method: 'barter' }],
  ])('refuses %s, and stores nothing [PAY-05, PAY-11]', async (_, wrong) => {
    const family = await owing();
    expect(await pay(family, wrong)).toMatchObject({ status: 400, body: { code: 'invalidRequest' } });
    expect((await accountOf(family)).entries).toEqual([]);
  });

  it.each([1, 100_000_000])(
    'takes %d cents, and shows what is too much as credit [PAY-11]',
    async (amount) => {
      const family = await owing();
      expect((await pay(family, { amount, day: '2020-09-23' })).status).toBe(201);
      expect((await accountOf(family)).balance).toBe(12_000 - amount);
    },
  );

  it.each([
    ['of six years ago', { day: '2020-09-22' }],
    ['of tomorrow', { day: addDays(sampleToday, 1) }],
    ['without a reason', { note: ' ' }],
  ])('refuses a refund %s, and an allowance without a reason [PAY-05]', async (_, wrong) => {
    const family = await owing();
    const refund = { amount: 100, day: sampleToday, method: 'cash', note: 'Twice', ...wrong };
    const [field = ''] = Object.keys(wrong);
    expect(await record('recordRefund', family, refund)).toMatchObject({
      status: 400,
      body: { issues: [{ field }] },
    });
    const credit = { kind: 'credit', amount: 100, note: '' };
    expect((await record('recordAllowance', family, credit)).status).toBe(400);
  });

  it('keeps the counters equal to a recount, whatever happens at once [PAY-01, PAY-02, PAY-09]', async () => {
    const family = await owing('Ana', 'Ben', 'Cem');
    await Promise.all([
      ...[1_000, 2_000, 3_000].map((amount) => pay(family, { amount })),
      ...[400, 500].map((amount) =>
        record('recordAllowance', family, { kind: 'waiver', amount, note: 'Hardship' }),
      ),
      record('recordRefund', family, { amount: 700, day: sampleToday, method: 'card', note: 'Twice' }),
    ]);
    const entries = (await accountOf(family)).entries.filter(({ kind }) => kind !== 'refund');
    await Promise.all(entries.map(({ key }) => record('takeBackEntry', family, { entry: key })));
    const { balance } = await accountOf(family);
    const ledger = await getFamilyLedger(system.table, family.id);
    expect(ledger).toMatchObject({ charged: 36_000, credited: 0, waived: 0, received: -700 });
    expect(balance).toBe(36_700);
  });
});

describe('the reference', () => {
  it('is of a form that is hard to mistake, and differs from family to family [PAY-04]', async () => {
    const families = [await system.join(), await system.join(), await system.join()];
    const references = await Promise.all(families.map(async (family) => (await accountOf(family)).reference));
    for (const reference of references) expect(reference).toMatch(/^F-[2-9A-HJ-NP-Z]{5}$/);
    expect(new Set(references).size).toBe(3);
  });

  it('is drawn again where another family has it [PAY-04]', async () => {
    const { reference } = await accountOf(await system.join());
    // The bytes that make the reference of the other family: each character stands for its place.
    const bytes = [...(reference ?? '').slice(2)].map((one) =>
      '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'.indexOf(one),
    );
    const random = crypto.getRandomValues.bind(crypto);
    let draws = 0;
    const spy = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      // A reference takes five bytes; others draw numbers too.
      if (!(array instanceof Uint8Array) || array.length !== bytes.length) return random(array);
      draws += 1;
      return draws === 1 ? array.fill(0).map((_, at) => bytes[at] ?? 0) : random(array);
    });
    const second = await accountOf(await system.join());
    spy.mockRestore();
    expect(draws).toBe(2);
    expect(second.reference).toMatch(/^F-/);
    expect(second.reference).not.toBe(reference);
  });
});
