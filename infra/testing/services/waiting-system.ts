import { randomUUID } from 'node:crypto';
import type { DynamoDBRecord } from 'aws-lambda';
import { listBookingsOfSlot, type StoredBooking } from '#functions/data/bookings/bookings';
import { takePlace } from '#functions/data/bookings/take-place';
import { slotKey } from '#functions/data/dynamo/keys/classes';
import { entityAttribute } from '#functions/data/dynamo/table-schema';
import { endBooking } from '#functions/data/endings/end-booking';
import { readListedSlot } from '#functions/data/waiting/ask-list';
import { readOffers, type StoredOffer } from '#functions/data/waiting/stored-offer';
import { listEntries } from '#functions/data/waiting/waiting-entries';
import { familyOperations } from '#functions/family/operations';
import { createHandler } from '#functions/lib/http/create-handler';
import { linksOperations } from '#functions/links/operations';
import { handleRecords } from '#functions/mailer/handle-records';
import { scheduleDailyWork } from '#functions/timer/daily/schedule';
import { runDue } from '#functions/timer/run-due';
import { putClass } from '#infra/local/seed/put-class';
import { familyRoutes } from '#shared/contract/family-routes';
import { linksRoutes } from '#shared/contract/links-routes';
import type { FootballClass } from '#shared/schemas/class';
import type { Family } from '#shared/schemas/profile';
import { mailerStreamSettings } from '../../cloud/stream-settings.ts';
import { at } from '../samples/at.ts';
import { sampleBooking } from '../samples/sample-booking.ts';
import { sampleClass, sampleNow, sampleSender, sampleSiteUrl, sampleTimeZone } from '../samples/samples.ts';
import { storedFamily } from '../samples/stored-family.ts';
import { readAllItems } from '../table/all-items.ts';
import { insertRecord } from '../table/insert-record.ts';
import { startTestTable } from '../table/test-table.ts';
import { adminApi } from './admin-api.ts';
import { createFakeSes } from './fake-ses.ts';
import { type Invocation, invoke } from './invoke.ts';

/** Families, offers by link, administrators, timer and mailer with a real table, on a virtual clock. */
export const startWaitingSystem = async () => {
  const table = await startTestTable();
  let now = sampleNow.getTime();
  const ses = createFakeSes();
  const mail = { ses: ses.client, from: sampleSender, pause: async () => {} };
  const deps = { table, mail, clock: () => new Date(now), siteUrl: sampleSiteUrl, timeZone: sampleTimeZone };
  const familyHandler = createHandler(familyRoutes, familyOperations, deps);
  const linksHandler = createHandler(linksRoutes, linksOperations, deps);
  const admin = adminApi(deps);
  const delivered = new Set<string>();

  const items = () => readAllItems(table);

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

  const asFamily = (
    { profile }: Family,
    route: keyof typeof familyRoutes,
    request: Omit<Invocation, 'route' | 'userId'> = {},
  ) =>
    invoke(familyHandler, {
      route,
      userId: profile.id,
      ...request,
      headers: { 'idempotency-key': randomUUID(), ...request.headers },
    });

  /** The slot of a class, with its entries and offers as stored. */
  const stateOf = async (cls: FootballClass) => {
    const slot = (await readListedSlot(table, cls.id, at(cls.time_slots, 0).id))?.slot;
    if (!slot) throw new Error('The slot is gone');
    const entries = await listEntries(table, slot.id);
    const bookings = await listBookingsOfSlot(table, slot.id, { consistent: true });
    const offers = await readOffers(
      table,
      entries.flatMap(({ offer_id }) => offer_id ?? []),
    );
    return { slot, entries, bookings, offers };
  };

  return {
    table,
    deps,
    admin,
    mails: ses.mails,
    items,
    asFamily,
    stateOf,
    byLink: (route: keyof typeof linksRoutes, body: object, key: string = randomUUID()) =>
      invoke(linksHandler, {
        route,
        body,
        headers: { 'idempotency-key': key },
      }),

    /** A class with one full slot, and the family of each of its bookings. */
    fullClass: async (capacity = 1) => {
      const cls = sampleClass({ capacities: [capacity] });
      await putClass(table, cls);
      const booked: { family: Family; booking: StoredBooking }[] = [];
      for (let place = 0; place < capacity; place += 1) {
        const family = await storedFamily(table);
        const booking = sampleBooking(cls, family);
        await takePlace(table, booking);
        booked.push({ family, booking });
      }
      return { cls, booked };
    },
    /** A stored family with children of these names. */
    familyOf: (...names: string[]): Promise<Family> =>
      storedFamily(table, { children: names.map((name) => ({ name })) }),
    /** Joins the list of the first slot with children of a family, by default with all of them together. */
    join: (family: Family, cls: FootballClass, children = family.children) => {
      now += 1000;
      return asFamily(family, 'joinWaitingList', {
        body: {
          class_id: cls.id,
          time_slot_id: at(cls.time_slots, 0).id,
          child_ids: children.map(({ id }) => id),
        },
      });
    },
    cancel: async (booking: StoredBooking): Promise<void> => {
      now += 1000;
      const { outcome } = await endBooking(deps, booking, {
        ending: { reason: 'cancelled' },
        by: 'parent',
        tell: false,
      });
      if (outcome !== 'ended') throw new Error(`The booking could not be ended: ${outcome}`);
    },
    /** The counters of the first slot, checked against what is stored. */
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
    scheduleDaily: () => scheduleDailyWork(deps),
    tick: () => runDue(deps),
    freshRecords,
    hand: (records: readonly DynamoDBRecord[]) => handleRecords(records, deps),
    /** Delivers the stream's records of items that were not delivered before. */
    deliver: async (): Promise<void> => {
      await handleRecords(await freshRecords(), deps);
    },
    now: () => new Date(now),
    setTime: (moment: Date) => {
      now = moment.getTime();
    },
    stop: () => table.stop(),
  };
};
export type WaitingSystem = Awaited<ReturnType<typeof startWaitingSystem>>;
