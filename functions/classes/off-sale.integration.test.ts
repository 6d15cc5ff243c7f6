import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at, formOf } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { bookingSteps } from '#infra/testing/services/booking-system';
import { startTests } from '#infra/testing/services/system';
import { startTermTests } from '#infra/testing/services/term-tests';
import { startWaitingTests } from '#infra/testing/services/waiting-system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import type { FootballClass } from '#shared/classes/class';
import { routes } from '#shared/contract/routes';
import { hourMs, minuteMs } from '#shared/lib/durations';
import type { ClassId } from '#shared/lib/ids';
import { settleList } from '../waiting/ask-list.ts';
import { listCurrentClasses } from './current-classes.ts';

const system = await startTests(bookingSteps);
const { system: lists, scenes } = await startWaitingTests();
const terms = await startTermTests();

type Office = Pick<typeof system.admin, 'call'>;

const setSale = async (office: Office, { id: classId }: { readonly id: ClassId }, on_sale: boolean) => {
  const { status, body } = await office.call('setClassSale', { params: { classId }, body: { on_sale } });
  expect(status).toBe(200);
  return routes.setClassSale.response.parse(body);
};

const refused = { status: 409, body: { code: 'notOnSale' } };

describe('a class that is off sale', () => {
  const isListed = async ({ id }: FootballClass) =>
    (await listCurrentClasses(system.table)).some((cls) => cls.id === id);

  it('is not listed, nobody books it, and all who booked keep what they have; then it is back [OPS-08]', async () => {
    const [cls, booked, family] = [
      await system.addClass(),
      await system.addFamily(),
      await system.addFamily(),
    ];
    const booking = await system.book(booked, cls);
    const shown = async () => {
      const { body } = await system.asFamily(booked, 'listMyBookings');
      return routes.listMyBookings.response.parse(body).bookings.map(({ time_slot: _, ...own }) => own);
    };
    const before = await shown();
    await setSale(system.admin, cls, false);

    expect(await isListed(cls)).toBe(false);
    for (const isTrial of [true, false])
      expect(await system.tryToBook(family, cls, { isTrial })).toMatchObject(refused);
    const params = { classId: cls.id, slotId: at(cls.time_slots, 0).id };
    const screen = await system.asFamily(family, 'getBookableSlot', { params });
    expect(screen.body).toMatchObject({ class: { off_sale_since: system.clock().toISOString() } });
    expect(await shown()).toEqual(before);
    expect((await system.placesOf(cls)).bookings.map(({ id }) => id)).toEqual([booking.id]);

    // The log is in the order of time.
    system.setTime(new Date(system.clock().getTime() + hourMs));
    await setSale(system.admin, cls, true);
    expect(await isListed(cls)).toBe(true);
    expect(await system.tryToBook(family, cls)).toMatchObject({ status: 201 });
    const logged = (await system.admin.read('listActivity')).entries.map(({ fields }) => fields);
    expect(logged.slice(0, 2)).toEqual([['on sale'], ['off sale']]);
  });

  it('takes no booking that is made at the same moment, and loses none [OPS-08]', async () => {
    const [cls, family] = [await system.addClass(), await system.addFamily()];
    const answer = await withChangeBetween(
      system.table,
      () => setSale(system.admin, cls, false),
      () => system.tryToBook(family, cls),
    );
    expect(answer).toMatchObject({ status: 409, body: { code: 'calendarChanged' } });
    expect((await system.placesOf(cls)).counted).toBe(0);
    // The other way round: what comes first stays, and the class goes off sale.
    const other = await system.addClass();
    await withChangeBetween(
      system.table,
      async () => {
        await system.book(family, other);
        const body = { ...formOf(other), coach_name: 'Kim Coach' };
        const renamed = await system.admin.call('updateClass', { params: { classId: other.id }, body });
        expect(renamed.status).toBe(200);
      },
      () => setSale(system.admin, other, false),
    );
    expect((await system.placesOf(other)).counted).toBe(1);
    expect(await system.classNow(other.id)).toMatchObject({
      coach_name: 'Kim Coach',
      off_sale_since: expect.any(String),
    });
  });

  it('takes a booking, and one that moves, by the office alone [OPS-08]', async () => {
    const [cls, family] = [await system.addClass(), await system.addFamily('Robin', 'Kim')];
    const booking = await system.book(family, await system.addClass());
    await setSale(system.admin, cls, false);
    expect(await system.move(family, booking, cls)).toMatchObject(refused);
    expect((await system.move(family, booking, cls, 0, { by: 'office' })).status).toBe(200);
    expect((await system.tryToBook(family, cls, { child: 1, by: 'office' })).status).toBe(201);
  });

  it('keeps no trial’s place for the full programme [OPS-08]', async () => {
    const [cls, family] = [await system.addClass(), await system.addFamily()];
    const trial = await system.book(family, cls, { isTrial: true });
    await setSale(system.admin, cls, false);
    expect(await system.keep(family, trial)).toMatchObject(refused);
  });
});

describe('the waiting list of a class that is off sale', () => {
  const afterHours = (hours: number) => lists.setTime(new Date(lists.now().getTime() + hours * hourMs));

  it('is not asked until the class is on sale again, and takes no family that joins by itself [OPS-08]', async () => {
    const { cls, booked, families } = await scenes.givenList(1);
    await setSale(lists.admin, cls, false);
    await lists.cancel(at(booked, 0).booking);
    const waits = { booked: 0, offered: 0, waiting: 1, kept: 1, free: 0 };
    for (const hours of [0, 0, 1, 1]) {
      afterHours(hours);
      await lists.tick();
      expect(await lists.countersOf(cls)).toEqual(waits);
    }
    // Between the hours nothing is written: the stream's record of a write would ask the list again.
    const { slot } = await lists.stateOf(cls);
    lists.setTime(new Date(lists.now().getTime() + minuteMs));
    await settleList(slot, lists.deps);
    expect((await lists.stateOf(cls)).slot).toEqual(slot);
    expect(await lists.join(await lists.familyOf('Eve'), cls)).toMatchObject(refused);

    await setSale(lists.admin, cls, true);
    afterHours(1);
    await lists.tick();
    expect((await lists.offersOf(cls)).map(({ parent_id }) => parent_id)).toEqual([at(families, 0).id]);
  });

  it('gives no place by an offer that was made before, but to the office [OPS-08]', async () => {
    const { cls, families, offer } = await scenes.givenOffer(1);
    const family = at(families, 0);
    const take = (version: number) => scenes.take(family, offer.id, randomUUID(), version);
    // At the same moment, then as it was shown, then as it is shown now.
    expect(
      await withChangeBetween(
        lists.table,
        () => setSale(lists.admin, cls, false),
        () => take(0),
      ),
    ).toMatchObject(refused);
    for (const version of [0, 1]) expect(await take(version)).toMatchObject(refused);
    const { offers } = await scenes.waitingOf(family);
    expect(offers).toMatchObject([{ id: offer.id, off_sale: true }]);
    const byOffice = await lists.admin.call('takeOfferForFamily', {
      params: { offerId: offer.id },
      body: { calendar_version: 1 },
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(byOffice).toMatchObject({ status: 200 });
  });
});

describe('a place of the next term', () => {
  it.each([
    ['before', true],
    ['after', false],
  ] as const)('that was made %s the class went off sale is not kept [OPS-08]', async (_, isMadeBefore) => {
    const { admin, system: messages, table } = terms;
    const cls = await terms.givenClass(2);
    const own = await storedFamily(table);
    await terms.book(cls, own);
    const [id = cls.id] = isMadeBefore ? await terms.publishNext(cls) : await terms.planned(cls);
    if (isMadeBefore) await setSale(admin, { id }, false);
    else {
      await admin.call('publishTerm', { body: { drafts: [{ id, version: 1 }], keep_until: '2025-10-07' } });
      await withChangeBetween(
        table,
        () => setSale(admin, { id }, false),
        () => messages.settle(),
        // The class is published by then.
        (_, input) => JSON.stringify(input).includes('from_class_id'),
      );
    }
    const link = at(terms.linksTo(own), 0);
    expect(await terms.keep(link)).toMatchObject(refused);
    const other = await terms.givenClass(2, 2);
    await setSale(admin, other, false);
    const place = { class_id: other.id, time_slot_id: at(other.time_slots, 1).id };
    expect(await terms.byLink('moveOffer', { ...link, ...place })).toMatchObject(refused);
    await setSale(admin, { id }, true);
    expect(await terms.keep(link)).toMatchObject({ status: 200, body: { state: 'taken' } });
  });
});
