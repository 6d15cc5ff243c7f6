import { describe, expect, it } from 'vitest';
import { bookingSteps } from '#infra/testing/services/booking-system';
import { startTests } from '#infra/testing/services/system';
import type { Booking } from '#shared/booking/booking';
import { getFamilyLedger } from '../ledger/ledger.ts';
import { endBooking, lateEndingPut } from './end-booking.ts';
import { listEndedBookings } from './ended-bookings.ts';

const system = await startTests(bookingSteps);
const { table, admin, setTime } = system;

/** A booking of six sessions from Saturday, Sep 27, at $120.00. */
const given = async (): Promise<Booking> => system.book(await system.addFamily(), await system.addClass());

const creditedTo = async ({ parent_id }: Booking) =>
  (await getFamilyLedger(table, parent_id, { consistent: true }))?.credited;

describe('a booking that an administrator removes', () => {
  it.each([
    ['charge', 12_000],
    ['sessions', 8_000],
    ['nothing', 0],
  ] as const)('is credited %s: %i cents after two of six sessions [END-09]', async (credit, cents) => {
    const booking = await given();
    setTime('2025-10-05T10:00:00Z');
    const params = { bookingId: booking.id };
    const choices = await admin.call('getRemovalChoices', { params });
    expect(choices).toMatchObject({ status: 200, body: { charge: 12_000, sessions: 8_000, nothing: 0 } });
    expect((await admin.call('deleteBooking', { params, query: { credit, tell: 'no' } })).status).toBe(204);
    const [record] = await listEndedBookings(table, booking.parent_id);
    expect(record).toMatchObject({ ended: { reason: 'removed', by: 'admin', credit: cents }, tell: false });
    expect(await creditedTo(booking)).toBe(cents);
  });

  it('is told to the parent unless said otherwise [END-09]', async () => {
    const booking = await given();
    await admin.call('deleteBooking', { params: { bookingId: booking.id } });
    expect(await listEndedBookings(table, booking.parent_id)).toMatchObject([
      { tell: true, ended: { credit: 12_000 } },
    ]);
  });
});

describe('a late cancellation', () => {
  /** Cancelled one day before the first session. */
  const late = async (): Promise<Booking> => {
    const booking = await given();
    setTime('2025-09-26T10:00:00Z');
    const request = { ending: { reason: 'cancelled' }, by: 'parent', tell: true } as const;
    const extraWrites = (record: Parameters<typeof lateEndingPut>[1]) => [lateEndingPut(table, record)];
    expect((await endBooking(system.deps, booking, { ...request, extraWrites })).outcome).toBe('ended');
    return booking;
  };
  const decide = ({ id, parent_id }: Booking, credit: boolean) =>
    admin.call('decideLateEnding', { params: { bookingId: id }, body: { parent_id, credit } });
  const listed = async () =>
    Object((await admin.call('listLateEndings')).body).late_endings.map(({ id }: Booking) => id);

  it('is listed with its suggested credit, and credited once [END-07]', async () => {
    const booking = await late();
    expect((await admin.call('listLateEndings')).body).toMatchObject({
      late_endings: [
        {
          id: booking.id,
          ended: { credit: 0, suggested: 12_000 },
          parent: { full_name: 'Pat Parent' },
          adults: [{ full_name: 'Pat Parent', phone_number: '07700 900123' }],
        },
      ],
    });
    const answers = await Promise.all(Array.from({ length: 4 }, () => decide(booking, true)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect(await creditedTo(booking)).toBe(12_000);
    expect(await listed()).not.toContain(booking.id);
    expect((await admin.call('getParent', { params: { parentId: booking.parent_id } })).body).toMatchObject({
      bookings: [],
      ended: [{ id: booking.id, credited: 12_000, late_credit: 12_000 }],
    });
  });

  it('keeps the credit, which follows from its ending and is no entry to take back [PAY-05]', async () => {
    const booking = await late();
    expect((await decide(booking, true)).status).toBe(204);
    const params = { parentId: booking.parent_id };
    const account = () => admin.call('getParentLedger', { params });
    const before = await account();
    expect(before).toMatchObject({
      status: 200,
      body: { balance: 0, entries: [{ key: `ENDING#${booking.id}`, taken_back: false }] },
    });
    const taken = await admin.call('takeBackEntry', { params, body: { entry: `ENDING#${booking.id}` } });
    expect(taken).toMatchObject({ status: 404, body: { code: 'entryNotFound' } });
    expect((await account()).body).toEqual(before.body);
  });

  it('can be decided without a credit, and then stays so', async () => {
    const booking = await late();
    expect((await decide(booking, false)).status).toBe(204);
    expect((await decide(booking, true)).status).toBe(204);
    expect(await creditedTo(booking)).toBe(0);
    expect(await listed()).not.toContain(booking.id);
  });
});
