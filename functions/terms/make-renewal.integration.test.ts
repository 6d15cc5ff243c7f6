import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { at, sampleBooking, sampleClass, sampleNow, sampleTimeZone } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { startTests } from '#infra/testing/services/system';
import { businessMoment } from '#shared/lib/business-time';
import { instantOf, instantSchema } from '#shared/lib/values';
import { beginFamilyDeletion } from '../across/delete-family.ts';
import { endBooking } from '../booking/end-booking.ts';
import { takePlace } from '../booking/take-place.ts';
import { slotKey } from '../lib/dynamo/keys-of-classes.ts';
import { childKey } from '../lib/dynamo/keys-of-people.ts';
import { deleteItem, updateItem } from '../lib/dynamo/writes.ts';
import { messageIdOf } from '../messages/messages.ts';
import { listApplications } from '../waiting/applications.ts';
import { readListedSlot } from '../waiting/ask-list.ts';
import { endOffer } from '../waiting/end-offer.ts';
import { getOffer, listRenewals } from '../waiting/offers.ts';
import { listWithoutRoom, makeRenewal } from './renewals.ts';

const { table, deps, admin } = await startTests(() => ({}));
const moment = businessMoment(sampleNow, sampleTimeZone);

/** A child with a booking, a class that follows with one reserved place, and both steps for it, with what was read before. */
const givenReserved = async () => {
  const cls = sampleClass();
  // At another time: a child is in one place at a time.
  const next = sampleClass({ hour: 14 });
  const slot = { ...at(next.time_slots, 0), current_bookings: 1, held: 1, reserved: 1 };
  await putClass(table, cls);
  await putClass(table, { ...next, time_slots: [slot] });
  const family = await storedFamily(table);
  const taken = await takePlace(table, sampleBooking(cls, family));
  const listed = await readListedSlot(table, next.id, slot.id);
  if (taken.outcome !== 'booked' || !listed) throw new Error('A booking and a slot are expected');
  const [booking] = taken.bookings;
  const child = at(family.children, 0);
  const keeping = {
    deadline: instantSchema.parse('2025-10-07T19:00:00.000Z'),
    messageId: messageIdOf('next-term', randomUUID()),
  };
  return {
    cls,
    next,
    slot,
    family,
    booking,
    child,
    make: async () => (await makeRenewal(table, { listed, booking, child, ...keeping }, moment)).outcome,
    list: async () =>
      (await listWithoutRoom(table, { listed, booking, since: instantOf(sampleNow) }, sampleNow)).outcome,
    stored: async () => ({
      renewals: await listRenewals(table, cls.id),
      entries: await listApplications(table, slot.id),
      slot: (await readListedSlot(table, next.id, slot.id))?.slot,
    }),
  };
};
type Scene = Awaited<ReturnType<typeof givenReserved>>;

/** What changed since the step read what it needs. */
const setOnSlot =
  (name: string, value: unknown) =>
  ({ next, slot }: Scene) =>
    updateItem(table, slotKey(next.id, slot.id), { set: { [name]: value ?? null } });
const end = async ({ booking }: Scene) => {
  const ending = { ending: { reason: 'cancelled' }, by: 'parent', tell: false } as const;
  expect(await endBooking(deps, booking, ending)).toMatchObject({ outcome: 'ended' });
};
const beginDeletion = async ({ family }: Scene) => {
  expect(await beginFamilyDeletion(table, family.id)).toMatchObject({ outcome: 'begun' });
};
const bookThere = async ({ next, family }: Scene) => {
  expect(await takePlace(table, sampleBooking(next, family))).toMatchObject({ outcome: 'booked' });
};
const joinThere = async (scene: Scene) => {
  const { next, slot, family, child } = scene;
  const body = { parent_id: family.id, class_id: next.id, time_slot_id: slot.id, child_ids: [child.id] };
  await setOnSlot('max_capacity', 1)(scene);
  expect((await admin.call('addToWaitingList', { body })).status).toBe(201);
};
const removeChild = async ({ child }: Scene) => {
  await deleteItem(table, childKey(child.parent_id, child.id));
};

describe('a place of the next term', () => {
  it('is kept once, for the child of a booking [TRM-03]', async () => {
    const scene = await givenReserved();
    expect(await scene.make()).toBe('made');
    expect(await scene.stored()).toMatchObject({
      renewals: [{ booking_id: scene.booking.id, state: 'open' }],
      entries: [{ child_ids: [scene.child.id] }],
      slot: { current_bookings: 1, held: 1, reserved: 0 },
    });
    expect(await scene.make()).toBe('not-needed');
  });

  it.each<[string, string, (scene: Scene) => Promise<unknown>]>([
    ['the slot was closed', 'again', setOnSlot('closed', true)],
    ['the calendar changed', 'again', setOnSlot('calendar_version', 7)],
    ['no place is reserved', 'again', setOnSlot('reserved', 0)],
    ['the booking ended', 'not-needed', end],
    ['the family is being deleted', 'not-needed', beginDeletion],
    ['the child has a place there', 'not-needed', bookThere],
    ['the child waits there', 'not-needed', joinThere],
  ])('is not kept where %s meanwhile [TRM-03]', async (_, outcome, change) => {
    const scene = await givenReserved();
    await change(scene);
    const before = await scene.stored();
    expect(await scene.make()).toBe(outcome);
    expect(await scene.stored()).toEqual(before);
  });
});

describe('a child for whom no place could be kept', () => {
  it('is put on the list, once [TRM-11]', async () => {
    const scene = await givenReserved();
    expect(await scene.list()).toBe('done');
    expect(await scene.stored()).toMatchObject({
      renewals: [],
      entries: [{ child_ids: [scene.child.id], found_no_room: true }],
      slot: { waiting: 1 },
    });
    expect(await scene.list()).toBe('refused');
  });

  it.each<[string, (scene: Scene) => Promise<unknown>]>([
    ['the slot was closed', setOnSlot('closed', true)],
    [
      'a place was kept for it and given back',
      async (scene) => {
        expect(await scene.make()).toBe('made');
        const [entry] = (await scene.stored()).entries;
        const offer = entry?.offer_id && (await getOffer(table, entry.offer_id));
        if (!offer) throw new Error('An offer is expected');
        const declined = { state: 'declined', application: 'leaves', at: instantOf(sampleNow) } as const;
        expect(await endOffer(table, offer, declined)).toMatchObject({ outcome: 'done' });
        expect((await scene.stored()).entries).toEqual([]);
        expect((await scene.stored()).renewals).toHaveLength(1);
      },
    ],
    ['the booking ended', end],
    ['the family is being deleted', beginDeletion],
    ['the child was removed', removeChild],
    ['it has a place there', bookThere],
    ['it waits there', joinThere],
  ])('is not put on the list where %s meanwhile [TRM-11]', async (_, change) => {
    const scene = await givenReserved();
    await change(scene);
    const before = await scene.stored();
    expect(await scene.list()).toBe('refused');
    expect(await scene.stored()).toEqual(before);
  });
});
