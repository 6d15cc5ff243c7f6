import { expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { type SampleFamily, sampleBooking, sampleClass, sampleToday } from '#infra/testing/samples/samples';
import { memberSteps } from '#infra/testing/services/member-system';
import { startTests } from '#infra/testing/services/system';
import { managedStatementSchema } from '#shared/ledger/statement';
import type { StoredBooking } from '../booking/bookings.ts';
import { endBooking } from '../booking/end-booking.ts';
import { takePlace } from '../booking/take-place.ts';
import { endedBookingKey } from '../lib/dynamo/keys-of-classes.ts';
import { updateItem } from '../lib/dynamo/writes.ts';

const system = await startTests(memberSteps);

const given = async () => {
  const cls = sampleClass();
  await putClass(system.table, cls);
  const family = await system.join();
  const booking = sampleBooking(cls, family);
  expect((await takePlace(system.table, booking)).outcome).toBe('booked');
  return { family, booking };
};

/** Who ended the bookings of a family, as its ledger and the export of a period name them. */
const endedBy = async ({ id }: SampleFamily) => {
  const { status, body } = await system.admin.call('getParentLedger', { params: { parentId: id } });
  const period = { from: sampleToday, until: sampleToday };
  const { families } = await system.admin.read('listEntries', { body: period });
  const charges = families.find(({ parent_id }) => parent_id === id)?.charges ?? [];
  const namesOf = (of: readonly { ended_by_name: string | null }[]) =>
    of.map(({ ended_by_name }) => ended_by_name);
  return {
    ledger: status === 404 ? 'gone' : namesOf(managedStatementSchema.parse(body).charges),
    exported: namesOf(charges),
  };
};

const removeBooking = async ({ id: bookingId }: StoredBooking): Promise<void> => {
  expect((await system.admin.call('deleteBooking', { params: { bookingId } })).status).toBe(204);
};

it('names the administrator who removed a booking [PAY-01]', async () => {
  const { family, booking } = await given();
  expect(await endedBy(family)).toEqual({ ledger: [null], exported: [null] });
  await removeBooking(booking);
  expect(await endedBy(family)).toEqual({ ledger: ['Pat Parent'], exported: ['Pat Parent'] });
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
    await endBooking(system, booking, { ending: { reason: 'cancelled' }, by, tell: false });
    expect(await endedBy(family)).toEqual({ ledger: [null], exported: [null] });
  }
});

it('names nobody for a record that was stored before records had it', async () => {
  const { family, booking } = await given();
  await removeBooking(booking);
  await updateItem(system.table, endedBookingKey(family.id, booking.id), { remove: ['made_by'] });
  expect(await endedBy(family)).toEqual({ ledger: [null], exported: [null] });
});
