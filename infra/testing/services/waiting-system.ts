import { randomUUID } from 'node:crypto';
import type { DynamoDBRecord } from 'aws-lambda';
import { listBookingsOfSlot, type StoredBooking } from '#functions/booking/bookings';
import { endBooking } from '#functions/booking/end-booking';
import { takePlace } from '#functions/booking/take-place';
import { entityAttribute } from '#functions/lib/dynamo/items';
import { slotKey } from '#functions/lib/dynamo/keys-of-classes';
import { listApplications } from '#functions/waiting/applications';
import { readListedSlot } from '#functions/waiting/ask-list';
import { createOfferLink, readOffers, type StoredOffer } from '#functions/waiting/offers';
import { putClass } from '#infra/local/seed/put';
import type { FootballClass } from '#shared/classes/class';
import { familyRoutes } from '#shared/contract/family-routes';
import type { DeclineOffer } from '#shared/waiting/waiting-view';
import { mailerStreamSettings } from '../../cloud/service-settings.ts';
import { at, formOf, type SampleFamily, sampleBooking, sampleClass } from '../samples/samples.ts';
import { storedFamily } from '../samples/stored.ts';
import { insertRecord } from '../table/all-items.ts';
import { runMailer } from './background.ts';
import { type Parts, type SystemOf, startTests } from './system.ts';

export const waitingSteps = ({ table, deps, items, passTime, asFamily }: Parts) => {
  const delivered = new Set<string>();

  /** The stream's records of items that were not delivered before. */
  const freshRecords = async (): Promise<DynamoDBRecord[]> => {
    const entities: readonly unknown[] = mailerStreamSettings.filter.entities;
    const fresh = (await items()).filter(
      (item) =>
        entities.includes(item[entityAttribute]) && !delivered.has(`${item.PK} ${item.SK} ${item.id}`),
    );
    for (const item of fresh) delivered.add(`${item.PK} ${item.SK} ${item.id}`);
    return fresh.map((item) => insertRecord(item));
  };

  const stateOf = async (cls: FootballClass) => {
    const slot = (await readListedSlot(table, cls.id, at(cls.time_slots, 0).id))?.slot;
    if (!slot) throw new Error('The slot is gone');
    const entries = await listApplications(table, slot.id);
    const bookings = await listBookingsOfSlot(table, slot.id, { consistent: true });
    const offers = await readOffers(
      table,
      entries.flatMap(({ offer_id }) => offer_id ?? []),
    );
    return { slot, entries, bookings, offers };
  };

  return {
    stateOf,
    fullClass: async (capacity = 1) => {
      const cls = sampleClass({ capacities: [capacity] });
      await putClass(table, cls);
      const booked: { family: SampleFamily; booking: StoredBooking }[] = [];
      for (let place = 0; place < capacity; place += 1) {
        const family = await storedFamily(table);
        const booking = sampleBooking(cls, family);
        await takePlace(table, booking);
        booked.push({ family, booking });
      }
      return { cls, booked };
    },
    familyOf: (...names: string[]): Promise<SampleFamily> =>
      storedFamily(table, { children: names.map((name) => ({ name })) }),
    /** Joins the list of the first slot with children of a family, by default with all of them together. */
    join: (family: SampleFamily, cls: FootballClass, children = family.children) => {
      passTime(1000);
      return asFamily(family, 'joinWaitingList', {
        body: {
          class_id: cls.id,
          time_slot_id: at(cls.time_slots, 0).id,
          child_ids: children.map(({ id }) => id),
        },
      });
    },
    cancel: async (booking: StoredBooking): Promise<void> => {
      passTime(1000);
      const { outcome } = await endBooking(deps, booking, {
        ending: { reason: 'cancelled' },
        by: 'parent',
        tell: false,
      });
      if (outcome !== 'ended') throw new Error(`The booking could not be ended: ${outcome}`);
    },
    countersOf: async (cls: FootballClass) => {
      const { slot, entries, bookings, offers } = await stateOf(cls);
      const offered = offers.reduce((sum, { child_ids }) => sum + child_ids.length, 0);
      const counted = {
        booked: slot.current_bookings - slot.held,
        offered: slot.held - slot.kept,
        waiting: slot.waiting,
      };
      const stored = {
        booked: bookings.length,
        offered,
        waiting: entries.filter(({ offer_id }) => offer_id === null).length,
      };
      if (JSON.stringify(counted) !== JSON.stringify(stored))
        throw new Error(`Counted ${JSON.stringify(counted)}, stored ${JSON.stringify(stored)}`);
      return { ...counted, kept: slot.kept, free: slot.max_capacity - slot.current_bookings };
    },
    /** The open offers of the first slot, in the order in which they were made. */
    offersOf: async (cls: FootballClass): Promise<StoredOffer[]> =>
      (await stateOf(cls)).offers.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    isDue: async (cls: FootballClass): Promise<boolean> => {
      const key = slotKey(cls.id, at(cls.time_slots, 0).id);
      return (await items()).some(
        (item) => item.PK === key.PK && item.SK === key.SK && item.GSI1PK === 'DUE',
      );
    },
    freshRecords,
    hand: (records: readonly DynamoDBRecord[]) => runMailer(records, deps),
    /** Delivers the stream's records of items that were not delivered before. */
    deliver: async (): Promise<void> => {
      await runMailer(await freshRecords(), deps);
    },
  };
};
export type WaitingSystem = SystemOf<typeof waitingSteps>;

const waitingScenes = (system: WaitingSystem) => {
  const waitingOf = async (family: SampleFamily) =>
    familyRoutes.getMyWaiting.response.parse((await system.asFamily(family, 'getMyWaiting')).body);

  /** A full slot, and families with one child each on its list, in this order. */
  const givenList = async (count: number, capacity = 1) => {
    const { cls, booked } = await system.fullClass(capacity);
    const families: SampleFamily[] = [];
    for (let index = 0; index < count; index += 1) {
      const family = await system.familyOf(`Child ${index}`);
      const { status } = await system.join(family, cls);
      if (status !== 201) throw new Error(`The family could not join: ${status}`);
      families.push(family);
    }
    return { cls, booked, families };
  };

  /** A full slot of two places, and two siblings on its list who take places only together. */
  const givenSiblings = async () => {
    const { cls, booked } = await system.fullClass(2);
    const siblings = await system.familyOf('Ana', 'Ben');
    await system.join(siblings, cls);
    return { cls, booked, siblings };
  };

  return {
    waitingOf,
    givenList,
    givenSiblings,
    givenSiblingOffer: async () => {
      const { cls, booked, siblings } = await givenSiblings();
      for (const { booking } of booked) await system.cancel(booking);
      await system.tick();
      return { cls, siblings, offer: at(await system.offersOf(cls), 0) };
    },
    /** The link of an offer that the holder of a family gets, as a request to it names it. */
    linkOf: async (offer: StoredOffer, { profile }: Pick<SampleFamily, 'profile'>) => ({
      offer_id: offer.id,
      secret: await createOfferLink(system.table, offer, { account: profile.id }),
    }),
    ranksOf: async (family: SampleFamily) => (await waitingOf(family)).entries.map(({ rank }) => rank),
    take: (family: SampleFamily, offerId: string, key: string = randomUUID(), calendar_version = 0) =>
      system.asFamily(family, 'takeMyOffer', {
        params: { offerId },
        body: { calendar_version },
        headers: { 'idempotency-key': key },
      }),
    takeForThem: (offerId: string, key: string = randomUUID()) =>
      system.admin.call('takeOfferForFamily', {
        params: { offerId },
        body: { calendar_version: 0 },
        headers: { 'idempotency-key': key },
      }),
    /** @param slot as the site sends it */
    decline: (family: SampleFamily, offerId: string, stays: boolean, slot?: DeclineOffer['slot']) =>
      system.asFamily(family, 'declineMyOffer', {
        params: { offerId },
        body: { stays, ...(slot && { slot }) },
      }),
    givenOffer: async (count: number) => {
      const { cls, booked, families } = await givenList(count);
      await system.cancel(at(booked, 0).booking);
      await system.tick();
      return { cls, families, offer: at(await system.offersOf(cls), 0) };
    },
    changeClass: async (cls: FootballClass, changes: Readonly<Record<string, unknown>>) => {
      return system.admin.call('updateClass', {
        params: { classId: cls.id },
        body: { ...formOf(cls), ...changes },
      });
    },
    bookSlot: (family: SampleFamily, cls: FootballClass, key: string = randomUUID()) =>
      system.asFamily(family, 'bookSlot', {
        headers: { 'idempotency-key': key },
        body: {
          class_id: cls.id,
          time_slot_id: at(cls.time_slots, 0).id,
          child_id: at(family.children, 0).id,
          is_trial: false,
          amount: 12_000,
          calendar_version: 0,
        },
      }),
  };
};

export const startWaitingTests = async () => {
  const system = await startTests(waitingSteps);
  return { system, scenes: waitingScenes(system) };
};
