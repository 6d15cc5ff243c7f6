import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import {
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleTimeZone,
  sampleToday,
} from '#infra/testing/samples/samples';
import { memberSteps } from '#infra/testing/services/member-system';
import { startTests } from '#infra/testing/services/system';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { StoredBooking } from '../booking/bookings.ts';
import { endBooking } from '../booking/end-booking.ts';
import { takePlace } from '../booking/take-place.ts';
import { endedBookingKey } from '../lib/dynamo/keys-of-classes.ts';

const system = await startTests(memberSteps);

interface Booked {
  readonly family: SampleFamily;
  readonly booking: StoredBooking;
}

const given = async (): Promise<Booked> => {
  const cls = sampleClass();
  await putClass(system.table, cls);
  const family = await system.join();
  const booking = sampleBooking(cls, family);
  expect((await takePlace(system.table, booking)).outcome).toBe('booked');
  return { family, booking };
};

/** Who ended the bookings of a family, as its ledger and the export of a period name them. */
const endedBy = async ({ id }: SampleFamily) => {
  const ledger = await system.admin.call('getParentLedger', { params: { parentId: id } });
  const exported = await system.admin.call('listEntries', {
    body: { from: sampleToday, until: sampleToday },
  });
  const { families } = adminRoutes.listEntries.response.parse(exported.body);
  const charges = families.find(({ parent_id }) => parent_id === id)?.charges ?? [];
  return {
    ledger:
      ledger.status === 404
        ? 'gone'
        : adminRoutes.getParentLedger.response
            .parse(ledger.body)
            .charges.map((charge) => charge.ended_by_name),
    exported: charges.map((charge) => charge.ended_by_name),
  };
};

const removeBooking = async ({ booking }: Booked): Promise<void> => {
  const { status } = await system.admin.call('deleteBooking', { params: { bookingId: booking.id } });
  expect(status).toBe(204);
};

it('names the administrator who removed a booking [PAY-01]', async () => {
  const booked = await given();
  expect(await endedBy(booked.family)).toEqual({ ledger: [null], exported: [null] });
  await removeBooking(booked);
  expect(await endedBy(booked.family)).toEqual({ ledger: ['Pat Parent'], exported: ['Pat Parent'] });
});

it('names the administrator who deleted the family, for as long as the charge is kept [PAY-01, END-12]', async () => {
  const { family } = await given();
  const { status } = await system.admin.call('deleteParent', { params: { parentId: family.id } });
  expect(status).toBe(200);
  expect(await endedBy(family)).toEqual({ ledger: 'gone', exported: ['Pat Parent'] });
});

it('names nobody where the family or the system ended a booking', async () => {
  for (const by of ['parent', 'system'] as const) {
    const { family, booking } = await given();
    const deps = { table: system.table, clock: system.clock, timeZone: sampleTimeZone };
    await endBooking(deps, booking, { ending: { reason: 'cancelled' }, by, tell: false });
    expect(await endedBy(family)).toEqual({ ledger: [null], exported: [null] });
  }
});

it('names nobody for a record that was stored before records had it', async () => {
  const booked = await given();
  await removeBooking(booked);
  const { parent_id, id } = booked.booking;
  await system.table.client.send(
    new UpdateCommand({
      TableName: system.table.name,
      Key: endedBookingKey(parent_id, id),
      UpdateExpression: 'REMOVE made_by',
    }),
  );
  expect(await endedBy(booked.family)).toEqual({ ledger: [null], exported: [null] });
});
