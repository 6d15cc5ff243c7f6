import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { at, type SampleFamily, sampleBooking, sampleNow, sampleToday } from '#infra/testing/samples/samples';
import { bookingSteps } from '#infra/testing/services/booking-system';
import { startTests } from '#infra/testing/services/system';
import type { Booking } from '#shared/booking/booking';
import { balanceOf, dueBalance, duePlans, ledgerTotals } from '#shared/ledger/balance';
import { addDays } from '#shared/lib/calendar';
import { idempotencyKeySchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { chargesOf, readFullLedger } from '../across/statement.ts';
import { endBooking } from '../booking/end-booking.ts';
import { takePlace } from '../booking/take-place.ts';
import { withoutDeadline } from '../lib/aws-requests.ts';
import { newBookingId } from '../lib/ids.ts';
import { dueOfLedger } from './due-plans.ts';

const system = await startTests(bookingSteps);

/** What is due of a family's ledger on each of many days, by its item and by a recount. */
const duesOf = async (family: SampleFamily) => {
  const [ledger, full] = await Promise.all([
    system.accountOf(family),
    readFullLedger(system.table, family.id),
  ]);
  const charges = chargesOf(full, system.deps.timeZone);
  const balance = balanceOf(ledgerTotals(charges, full.entries));
  const plans = duePlans(charges, full.entries);
  const days = Array.from({ length: 130 }, (_, day) => addDays(sampleToday, day));
  return {
    counted: days.map((day) => ledger && dueOfLedger(ledger, day)),
    recounted: days.map((day) => dueBalance(balance, plans, day)),
    plans: ledger?.due_plans ?? {},
  };
};

/** Books a child with due dates these many days after the sample day. */
const book = async (
  family: SampleFamily,
  child: number,
  days: readonly number[],
  created = sampleNow,
): Promise<Booking> => {
  const cls = await system.addClass({ capacities: [5, 5] });
  const booking = sampleBooking(
    cls,
    { ...family, children: [at(family.children, child)] },
    {
      id: newBookingId(created),
      created_at: instantOf(created),
      idempotency_key: idempotencyKeySchema.parse(randomUUID()),
      ...(days.length > 0 && { due_dates: days.map((day) => addDays(sampleToday, day)) }),
    },
  );
  const taken = await takePlace(system.table, booking, { ledger: await system.accountOf(family) });
  if (taken.outcome !== 'booked') throw new Error(`It was ${taken.outcome}`);
  return taken.bookings[0];
};

const pay = ({ id }: SampleFamily, amount: number, booking_id: string | null = null) =>
  system.admin.pay(id, amount, { booking_id });

/** The time at which a number of days have passed, which it is from now on. */
const afterDays = (days: number): Date => {
  system.setTime(`${addDays(sampleToday, days)}T10:00:00.000Z`);
  return system.now();
};

it('a ledger knows on every day what a recount says, after payments, endings and bookings at once [DUE-01, PAY-09]', async () => {
  const run = async (credit: 'sessions' | 'nothing') => {
    const family = await system.addFamily('Robin', 'Alex', 'Sam');
    const first = await book(family, 0, [10, 40, 70]);
    const second = await book(family, 1, [5]);
    const named = await pay(family, 5_001, first.id);
    await Promise.all([
      pay(family, 3_000),
      pay(family, 2_500, second.id),
      book(family, 2, [20, 50]),
      book(family, 0, []),
      endBooking(system, first, { ending: { reason: 'removed', credit }, by: 'admin', tell: false }),
      system.admin.call('takeBackEntry', {
        params: { parentId: family.id },
        body: { entry: Object(named.body).key },
      }),
    ]);
    return family;
  };
  // Six changes of each ledger at once: on a machine that is busy with other tests they may take longer than a person waits.
  const families = await withoutDeadline(() => Promise.all((['sessions', 'nothing'] as const).map(run)));
  for (const family of families) {
    const { counted, recounted, plans } = await duesOf(family);
    expect(counted).toEqual(recounted);
    expect(new Set(counted.map((dues) => dues?.due)).size).toBeGreaterThan(2);
    expect(Object.keys(plans)).toHaveLength(3);
  }
});

it('what the end of a booking credits reduces its last dates, as a recount says [DUE-01]', async () => {
  const family = await system.addFamily();
  const booking = await book(family, 0, [10, 40, 70]);
  // Some sessions were held: a part of the price is credited.
  afterDays(20);
  const ending = { reason: 'removed', credit: 'sessions' } as const;
  const { outcome } = await endBooking(system, booking, { ending, by: 'admin', tell: false });
  expect(outcome).toBe('ended');
  const { counted, recounted, plans } = await duesOf(family);
  expect(counted.slice(20)).toEqual(recounted.slice(20));
  expect(counted.at(-1)?.due).toBeGreaterThan(0);
  expect(plans[booking.id]?.credited).toBeGreaterThan(0);
});

it.each([2, 5, 6])(
  'a plan whose last date is %i days past stays beside a new one for some days; a payment of its booking counts [DUE-01]',
  async (days) => {
    const family = await system.addFamily('Robin', 'Alex');
    const old = await book(family, 0, [3, 10]);
    const next = await book(family, 1, [60], afterDays(10 + days));
    expect((await pay(family, 1_000, old.id)).status).toBe(201);
    const { counted, recounted, plans } = await duesOf(family);
    expect(plans).toHaveProperty(next.id);
    if (days === 2) expect(plans[old.id]).toMatchObject({ paid: 1_000 });
    if (days > 5) expect(plans).not.toHaveProperty(old.id);
    expect(counted.slice(10 + days)).toEqual(recounted.slice(10 + days));
  },
);

it('bookings that are due at once keep no plan [DUE-01]', async () => {
  const family = await system.addFamily();
  await book(family, 0, []);
  expect(await system.accountOf(family)).toMatchObject({ due_plans: {}, open_since: instantOf(sampleNow) });
});
