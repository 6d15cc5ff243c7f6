import { describe, expect, it } from 'vitest';
import { putClass, putFamily } from '#infra/local/seed/put';
import { at, sampleBooking, sampleClass, sampleFamily, sampleNow } from '#infra/testing/samples/samples';
import { startTests } from '#infra/testing/services/system';
import type { BookingId } from '#shared/lib/ids';
import { limits } from '#shared/limits';
import { getStoredFamily } from '../accounts/stored-families.ts';
import { slotKey } from '../lib/dynamo/keys-of-classes.ts';
import { familyKey } from '../lib/dynamo/keys-of-people.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import { newBookingId } from '../lib/ids.ts';
import { bookingRef, listBookingsOfSlot, type StoredBooking } from './bookings.ts';
import { endBooking } from './end-booking.ts';
import { takePlace } from './take-place.ts';

const { table, admin, deps } = await startTests(() => ({}));

describe('one booking', () => {
  const given = async (children: readonly { name: string }[] = [{ name: 'Robin Parent' }]) => {
    const cls = sampleClass();
    const family = sampleFamily({ children });
    await putClass(table, cls);
    await putFamily(table, family);
    const bookings: StoredBooking[] = [];
    for (const [index, child] of family.children.entries()) {
      const booking = sampleBooking(cls, family, {
        id: newBookingId(new Date(sampleNow.getTime() + index)),
        child_id: child.id,
        child_name: child.name,
      });
      await takePlace(table, booking);
      bookings.push(booking);
    }
    return { cls, family, booking: at(bookings, 0), bookings };
  };
  const edit = (bookingId: BookingId, body: unknown) =>
    admin.call('updateBooking', { params: { bookingId }, body });
  const remove = (bookingId: BookingId) => admin.call('deleteBooking', { params: { bookingId } });
  const counters = async ({ class_id, time_slot_id }: StoredBooking) => {
    const item = await getItem(table, { key: slotKey(class_id, time_slot_id), fromItem: (one) => one });
    return { bookings: item?.current_bookings, revenue: item?.revenue };
  };
  const stored = (booking: StoredBooking) => listBookingsOfSlot(table, booking.time_slot_id);

  it('accepts a corrected name and age of the child, and keeps everything else and the place [PRM-09, API-16, ADM-43]', async () => {
    const { booking } = await given();
    const before = await counters(booking);
    const body = { child_name: 'Robyn Parent', child_age: 9 };
    const answer = await edit(booking.id, body);
    expect(answer).toMatchObject({ status: 200, body: { id: booking.id, ...body } });
    expect(await stored(booking)).toEqual([{ ...booking, ...body }]);
    expect(await counters(booking)).toEqual(before);
    // The place is the child's: another name of the booking does not free it for the same child (KID-02).
    expect((await takePlace(table, { ...booking, id: newBookingId(sampleNow) })).outcome).toBe('exists');
  });

  it('refuses a name beyond those that a family may have, and accepts one that it has', async () => {
    const { booking, family } = await given();
    const past = Array.from({ length: limits.childNamesPerFamily - 1 }, (_, index) => `Past ${index}`);
    await updateItem(table, familyKey(family.id), { add: { child_names: new Set(past) } });
    expect(await edit(booking.id, { child_name: 'Robyn', child_age: 7 })).toMatchObject({
      status: 409,
      body: { code: 'tooManyChildNames' },
    });
    expect(await stored(booking)).toEqual([booking]);
    expect((await edit(booking.id, { child_name: 'Past 0', child_age: 7 })).status).toBe(200);
    expect(await stored(booking)).toMatchObject([{ child_name: 'Past 0' }]);
    expect((await getStoredFamily(table, family.id))?.child_names.size).toBe(limits.childNamesPerFamily);
  });

  it('keeps an age that is not sent, also one that cannot be entered [ADM-61]', async () => {
    const { booking } = await given();
    await updateItem(table, bookingRef(booking).key, { set: { child_age: 19 } });
    expect((await edit(booking.id, { child_name: 'Robyn' })).status).toBe(200);
    expect(await stored(booking)).toMatchObject([{ child_name: 'Robyn', child_age: 19 }]);
  });

  it('cannot be renamed to the child of another booking of the family in the slot', async () => {
    const { booking, bookings } = await given([{ name: 'Ana' }, { name: 'Ben' }]);
    const refused = await edit(booking.id, { child_name: 'BEN', child_age: 7 });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'alreadyBooked', detail: 'BEN is already booked for this time slot' },
    });
    expect(await stored(booking)).toEqual(bookings.toReversed());
  });

  it.each([
    ['child_name', '', 'Please enter a child name'],
    ['child_name', '   ', 'Please enter a child name'],
    ['child_age', 0, 'Use a whole number from 1 to 18'],
    ['child_age', 19, 'Use a whole number from 1 to 18'],
    ['child_age', 7.5, 'Use a whole number from 1 to 18'],
    ['child_age', '7', 'Use a whole number from 1 to 18'],
  ])('refuses %s %j with a message for the field [ADM-44, ADM-45, ADM-46]', async (field, value, message) => {
    const { booking } = await given();
    const refused = await edit(booking.id, { child_name: 'Robin', child_age: 7, [field]: value });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ field, message }] } });
    expect(await stored(booking)).toEqual([booking]);
  });

  it('has no status field, and after its deletion no place, and is in no list [DAT-14, DAT-16, PRM-09, API-17]', async () => {
    const { booking } = await given();
    const lists = async () => [
      await admin.call('searchBookings', { body: {} }),
      await admin.call('getParent', { params: { parentId: booking.parent_id } }),
      await admin.call('getRoster', { params: { classId: booking.class_id } }),
    ];
    const found = async () =>
      (await lists()).flatMap(({ body }) =>
        Object(body).bookings.filter(({ id }: { id: string }) => id === booking.id),
      );
    const before = await found();
    expect(before).toHaveLength(3);
    for (const shown of before) {
      expect(Object.keys(shown).filter((name) => /status|state|cancel|deleted/i.test(name))).toEqual([]);
    }
    expect((await edit(booking.id, { child_name: 'R', child_age: 7, status: 'cancelled' })).status).toBe(400);
    expect(await counters(booking)).toEqual({ bookings: 1, revenue: booking.amount });
    expect((await remove(booking.id)).status).toBe(204);
    expect(await found()).toEqual([]);
    expect(await counters(booking)).toEqual({ bookings: 0, revenue: 0 });
  });

  it('corrected since it was read ends, frees its place, and ends a second time with the same record [DAT-16, END-01]', async () => {
    const { booking } = await given();
    expect((await edit(booking.id, { child_name: 'Robyn', child_age: 7 })).status).toBe(200);
    const ending = { reason: 'removed', credit: 'charge' } as const;
    const end = () => endBooking(deps, booking, { ending, by: 'admin', tell: false });
    const first = await end();
    expect(first).toMatchObject({ outcome: 'ended', isRepeated: false, record: { child_name: 'Robyn' } });
    expect(await stored(booking)).toEqual([]);
    expect(await counters(booking)).toEqual({ bookings: 0, revenue: 0 });
    expect(await end()).toEqual({ ...first, isRepeated: true });
  });

  it('is found by parent, child name and slot, or null is returned [API-14]', async () => {
    const { booking } = await given([{ name: 'Zoë' }, { name: 'Zoe' }]);
    const { time_slot_id, parent_id } = booking;
    const lookUp = async (change: object) => {
      const body = { time_slot_id, parent_id, child_name: 'Zoë', ...change };
      return (await admin.read('lookUpBooking', { body })).booking;
    };
    expect(await lookUp({ child_name: ' ZOË ' })).toMatchObject({ id: booking.id, child_name: 'Zoë' });
    expect(await lookUp({ child_name: 'Zo' })).toBeNull();
    expect(await lookUp({ parent_id: sampleFamily().id })).toBeNull();
    expect(await lookUp({ time_slot_id: sampleClass().time_slots[0]?.id })).toBeNull();
  });
});
