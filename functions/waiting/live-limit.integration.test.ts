import { expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { at, type SampleFamily, sampleBooking, sampleClass } from '#infra/testing/samples/samples';
import { startWaitingTests } from '#infra/testing/services/waiting-system';
import { addDays } from '#shared/lib/calendar';
import { limits } from '#shared/limits';
import { date } from '#shared/testing/values';
import { bookingItem, type StoredBooking } from '../booking/bookings.ts';
import { familyLedgerItem } from '../ledger/ledger.ts';
import { batchPut } from '../lib/dynamo/writes.ts';
import { createOfferLink, getOffer, type StoredOffer } from './offers.ts';

const { system, scenes } = await startWaitingTests();

/** A day of hourly slots. Each class is on another weekday, none of them that of the offer. */
const slotsOfClass = 10;

/** Gives a family at least as many live bookings, of which its ledger counts `counted`. */
const givenBookings = async (
  family: SampleFamily,
  count: number,
  counted = count,
): Promise<StoredBooking[]> => {
  const bookings: StoredBooking[] = [];
  while (bookings.length < count) {
    const start_date = addDays(date('2025-09-06'), 1 + bookings.length / slotsOfClass);
    const cls = sampleClass({
      capacities: Array.from({ length: slotsOfClass }, () => 1),
      overrides: { start_date, end_date: addDays(start_date, 56) },
    });
    const time_slots = cls.time_slots.map((slot) => ({ ...slot, current_bookings: 1 }));
    await putClass(system.table, { ...cls, time_slots });
    bookings.push(...cls.time_slots.map(({ id }) => sampleBooking(cls, family, { time_slot_id: id })));
  }
  const charges = Array.from({ length: counted }, () => at(bookings, 0));
  await batchPut(system.table, [...bookings.map(bookingItem), familyLedgerItem(family.id, charges)]);
  return bookings;
};

const byLink = async ({ profile }: SampleFamily, offer: StoredOffer) => {
  const secret = await createOfferLink(system.table, offer, { account: profile.id });
  return () => system.byLink('takeOffer', { offer_id: offer.id, secret, calendar_version: 0 });
};

it('refuses an offer to a family with as many live bookings as it may have; the offer stays [BOK-52]', async () => {
  const { cls, families, offer } = await scenes.givenOffer(1);
  const family = at(families, 0);
  const bookings = await givenBookings(family, limits.liveBookings);
  const before = await system.items();
  const refused = { status: 409, body: { code: 'tooManyLiveBookings' } };
  expect(await scenes.take(family, offer.id)).toMatchObject(refused);
  expect(await system.items()).toEqual(before);
  const takeByLink = await byLink(family, offer);
  expect(await takeByLink()).toMatchObject(refused);
  expect(await getOffer(system.table, offer.id)).toEqual(offer);

  const { id: bookingId, class_id, time_slot_id, child_id, amount } = at(bookings, 0);
  const ended = await system.asFamily(family, 'cancelBooking', {
    params: { bookingId },
    body: { class_id, time_slot_id, child_id, credit: amount },
  });
  expect(ended).toMatchObject({ status: 200 });
  expect(await takeByLink()).toMatchObject({ status: 200, body: { state: 'taken' } });
  expect(await system.countersOf(cls)).toMatchObject({ booked: 1, offered: 0 });
});
