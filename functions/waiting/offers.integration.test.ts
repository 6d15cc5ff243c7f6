import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { at, type SampleFamily, sampleNow } from '#infra/testing/samples/samples';
import { addSecondAdult } from '#infra/testing/samples/stored';
import { startWaitingTests } from '#infra/testing/services/waiting-system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import type { FootballClass } from '#shared/classes/class';
import { programmeIds } from '#shared/programmes';
import { defaultSchoolSettings } from '#shared/school/settings';
import { date } from '#shared/testing/values';
import { dueOfLedger } from '../ledger/due-plans.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import { childKey } from '../lib/dynamo/keys-of-people.ts';
import { deleteItem } from '../lib/dynamo/writes.ts';
import { readSettingsNow, saveSettings } from '../school/settings.ts';
import { getOffer, readOffers, type StoredOffer } from './offers.ts';

const { system, scenes } = await startWaitingTests();

const cancelSession = async (cls: FootballClass, remedy: { kind: string; date?: string }) => {
  const session = { class_id: cls.id, slot_id: at(cls.time_slots, 0).id, date: '2025-10-04' };
  const body = { target: { kind: 'session', ...session }, reason: 'weather', note: null, remedy };
  expect((await system.admin.call('cancelSessions', { body })).status).toBe(200);
};

describe('an offer', () => {
  it('names places, price and deadline, and holds the places [WAI-06, WAI-08]', async () => {
    const { cls, families, offer } = await scenes.givenOffer(1);
    const { offers } = await scenes.waitingOf(at(families, 0));
    expect(offers).toMatchObject([
      {
        id: offer.id,
        child_names: ['Child 0'],
        // Six weeks are left, at $20.00. The next day ends at 8 PM in London.
        amount: 12_000,
        until: '2025-09-24T19:00:00.000Z',
        from_session: '2025-09-27',
        dates: expect.arrayContaining(['2025-09-27', '2025-11-01']),
        state: 'open',
      },
    ]);
    expect(await scenes.bookSlot(await system.familyOf('Eve'), cls)).toMatchObject({
      body: { code: 'slotFull' },
    });
  });

  it('is taken in two round trips: a booking at its price, and no counter moves [WAI-08]', async () => {
    const { cls, families, offer } = await scenes.givenOffer(2);
    const family = at(families, 0);
    const { result, cost } = await system.table.measure(() => scenes.take(family, offer.id));
    expect(result).toMatchObject({ status: 200, body: { state: 'taken' } });
    expect(cost.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'TransactWriteItems']);
    const { bookings, slot } = await system.stateOf(cls);
    expect(bookings).toMatchObject([{ child_name: 'Child 0', amount: 12_000, is_trial: false }]);
    expect(slot.current_bookings).toBe(1);
    expect(await system.countersOf(cls)).toMatchObject({ booked: 1, offered: 0, waiting: 1, free: 0 });
  });

  it('is not taken for a child that is removed at the same moment [WAI-08, WAI-12]', async () => {
    const { cls, families, offer } = await scenes.givenOffer(1);
    const family = at(families, 0);
    const { id, parent_id } = at(family.children, 0);
    // The first write of a removal. The offer, which nobody can take any more, ends.
    await deleteItem(system.table, childKey(parent_id, id));
    expect(await scenes.take(family, offer.id)).toMatchObject({ status: 409, body: { code: 'offerEnded' } });
    expect((await system.stateOf(cls)).bookings).toEqual([]);
    expect(await system.countersOf(cls)).toMatchObject({ booked: 0, offered: 0 });
  });

  it('gives its booking the name and the age that the child has when it is taken [WAI-08, KID-01, BOK-33]', async () => {
    const { cls, families, offer } = await scenes.givenOffer(1);
    const family = at(families, 0);
    // Asked on September 23, the child has its birthday on the next day.
    await system.asFamily(family, 'updateChild', {
      params: { childId: at(family.children, 0).id },
      body: { name: 'Renamed', date_of_birth: '2018-09-24' },
    });
    system.setTime('2025-09-24T10:00:00Z');
    expect((await scenes.take(family, offer.id)).status).toBe(200);
    expect((await system.stateOf(cls)).bookings).toMatchObject([
      { child_name: 'Renamed', child_age: 7, amount: 12_000 },
    ]);
  });

  it('is due by the rule of the day on which it was made [DUE-01, WAI-08]', async () => {
    const rule = async (due_rule: 'monthly' | 'at-once') =>
      saveSettings(system.table, await readSettingsNow(system.table), { due_rule }, []);
    await rule('monthly');
    const { cls, families, offer } = await scenes.givenOffer(1);
    const family = at(families, 0);
    await rule('at-once');
    const { offers } = await scenes.waitingOf(family);
    expect(offers).toMatchObject([
      {
        due_parts: [
          { date: '2025-09-27', amount: 6_000 },
          { date: '2025-10-27', amount: 6_000 },
        ],
      },
    ]);
    expect((await scenes.take(family, offer.id)).status).toBe(200);
    expect((await system.stateOf(cls)).bookings).toMatchObject([
      { amount: 12_000, due_dates: ['2025-09-27', '2025-10-27'] },
    ]);
    const ledger = (await getFamilyLedger(system.table, family.id)) ?? expect.fail('no ledger');
    expect(dueOfLedger(ledger, date('2025-09-26'))).toMatchObject({ due: 0 });
    expect(dueOfLedger(ledger, date('2025-09-27'))).toMatchObject({ due: 6_000 });
  });

  it('of siblings becomes bookings of all of them, or of none [WAI-08]', async () => {
    const { cls, siblings, offer } = await scenes.givenSiblingOffer();
    expect(await scenes.take(siblings, offer.id, randomUUID(), 7)).toMatchObject({
      body: { code: 'calendarChanged' },
    });
    expect(await system.countersOf(cls)).toMatchObject({ booked: 0, offered: 2 });
    expect((await scenes.take(siblings, offer.id)).status).toBe(200);
    const { bookings } = await system.stateOf(cls);
    expect(bookings.map(({ child_name }) => child_name).toSorted()).toEqual(['Ana', 'Ben']);
    expect(await system.countersOf(cls)).toMatchObject({ booked: 2, offered: 0, free: 0 });
  });

  it('is taken once: a retry of the attempt gets the same answer, another one is refused [WAI-09]', async () => {
    const { cls, families, offer } = await scenes.givenOffer(1);
    const key = randomUUID();
    const first = await scenes.take(at(families, 0), offer.id, key);
    expect(await scenes.take(at(families, 0), offer.id, key)).toMatchObject({
      status: 200,
      body: first.body,
    });
    expect(await scenes.take(at(families, 0), offer.id)).toMatchObject({ body: { code: 'offerEnded' } });
    expect(await scenes.decline(at(families, 0), offer.id, true)).toMatchObject({
      body: { code: 'offerEnded' },
    });
    expect(await system.countersOf(cls)).toMatchObject({ booked: 1 });
  });

  it('that is declined goes to the next; an entry that stays is asked again where the next one leaves [WAI-04, WAI-10]', async () => {
    const { cls, families, offer } = await scenes.givenOffer(2);
    const [family, other] = [at(families, 0), at(families, 1)];
    const decline = async (by: SampleFamily, offerId: string, stays: boolean) => {
      system.passTime(60_000);
      expect((await scenes.decline(by, offerId, stays)).status).toBe(200);
      await system.tick();
      return system.offersOf(cls);
    };
    const next = await decline(family, offer.id, true);
    expect(next.map(({ parent_id }) => parent_id)).toEqual([other.id]);
    expect(await scenes.ranksOf(family)).toEqual([1]);
    const again = await decline(other, at(next, 0).id, false);
    expect(again.map(({ parent_id }) => parent_id)).toEqual([family.id]);
    expect((await scenes.waitingOf(other)).entries).toEqual([]);
    expect(await decline(family, at(again, 0).id, true)).toEqual([]);
    expect(await system.countersOf(cls)).toMatchObject({ offered: 0, waiting: 1, kept: 0, free: 1 });
  });

  it('runs out at its deadline: the entry leaves, the next is asked, one request joins again at the end [WAI-06, WAI-10]', async () => {
    const { cls, families, offer } = await scenes.givenOffer(3);
    system.setTime(new Date(Date.parse(offer.until) - 1));
    await system.tick();
    expect(await system.offersOf(cls)).toHaveLength(1);
    system.setTime(offer.until);
    await system.tick();
    const [next] = await system.offersOf(cls);
    expect(next?.parent_id).toBe(at(families, 1).id);
    expect(await scenes.take(at(families, 0), offer.id)).toMatchObject({ body: { code: 'offerEnded' } });

    const { entries, expired } = await scenes.waitingOf(at(families, 0));
    expect([entries, expired.map(({ id }) => id)]).toEqual([[], [offer.id]]);
    expect((await system.join(at(families, 0), cls)).status).toBe(201);
    expect(await scenes.ranksOf(at(families, 0))).toEqual([2]);
    expect((await scenes.waitingOf(at(families, 0))).expired).toEqual([]);
  });

  const declined = async (family: SampleFamily, { id }: StoredOffer, stays: boolean) => {
    system.passTime(60_000);
    expect((await scenes.decline(family, id, stays)).status).toBe(200);
  };

  it.each([
    ['runs out', 3, async (_: SampleFamily, { until }: StoredOffer) => system.setTime(until)],
    ['is declined', 4, (...[family, offer]: [SampleFamily, StoredOffer]) => declined(family, offer, true)],
    [
      'is declined, and its entry leaves',
      3,
      (...[family, offer]: [SampleFamily, StoredOffer]) => declined(family, offer, false),
    ],
    [
      'goes with its entry, by which the family leaves the list',
      3,
      async (family: SampleFamily) => {
        const { entries } = await scenes.waitingOf(family);
        const asked = entries.find(({ rank }) => rank === null);
        system.passTime(60_000);
        const params = { entryId: String(asked?.id) };
        expect((await system.asFamily(family, 'leaveWaitingList', { params })).status).toBe(204);
      },
    ],
  ])(
    'that %s leaves the next place to another family, however many entries the first one has [WAI-15]',
    async (_, ranks, end) => {
      const { cls, booked } = await system.fullClass(1);
      const [many, other] = [await system.familyOf('Ann', 'Ben', 'Cal', 'Dan'), await system.familyOf('Eve')];
      for (const child of many.children) await system.join(many, cls, [child]);
      await system.join(other, cls);
      await system.cancel(at(booked, 0).booking);
      await system.tick();
      const offer = at(await system.offersOf(cls), 0);
      expect(offer.parent_id).toBe(many.id);
      const { offers } = await scenes.waitingOf(many);
      expect(offers).toMatchObject([{ ranks_after_decline: { own: 5, others: [2, 3, 4] } }]);
      await end(many, offer);
      await system.tick();
      expect((await system.offersOf(cls)).map(({ parent_id }) => parent_id)).toEqual([other.id]);
      // The other family decides on its offer, so it has no rank. Who joins comes behind.
      expect((await system.join(await system.familyOf('Fay'), cls)).status).toBe(201);
      expect((await scenes.ranksOf(many)).toSorted()).toEqual([1, 2, 3, 4].slice(0, ranks));
    },
  );

  it('can be taken until it is ended in the table [WAI-09]', async () => {
    const { families, offer } = await scenes.givenOffer(1);
    system.setTime(new Date(Date.parse(offer.until) + 60_000));
    expect((await scenes.take(at(families, 0), offer.id)).status).toBe(200);
  });

  it('is answered by no account that left the family, though its token names the family still [FID-02]', async () => {
    const { cls, families, offer } = await scenes.givenOffer(2);
    const [family, waiting] = [at(families, 0), at(families, 1)];
    const { profile } = await system.familyOf('Eve');
    const former = { profile, id: family.id };
    const [entry] = (await scenes.waitingOf(waiting)).entries;
    const params = { offerId: offer.id };
    const place = { class_id: cls.id, time_slot_id: at(cls.time_slots, 0).id };
    const child_ids = family.children.map(({ id }) => id);
    const before = await system.items();
    const refused = { status: 404, body: { code: 'offerNotFound' } };
    for (const [route, request, answer] of [
      ['takeMyOffer', { params, body: { calendar_version: 0 } }, refused],
      ['declineMyOffer', { params, body: { stays: true } }, refused],
      ['moveMyOffer', { params, body: place }, refused],
      ['joinWaitingList', { body: { ...place, child_ids } }, { body: { code: 'childNotFound' } }],
    ] as const)
      expect(await system.asFamily(former, route, request)).toMatchObject(answer);
    const leave = { params: { entryId: entry?.id ?? '' } };
    expect(await system.asFamily({ profile, id: waiting.id }, 'leaveWaitingList', leave)).toMatchObject({
      body: { code: 'waitingEntryNotFound' },
    });
    expect(await system.items()).toEqual(before);
  });

  it('has one end when one adult takes it and the other one declines it, which both see [ADT-03]', async () => {
    for (let round = 0; round < 4; round += 1) {
      system.setTime(sampleNow);
      const { cls, families, offer } = await scenes.givenOffer(1);
      const family = at(families, 0);
      const adult = { id: family.id, profile: await addSecondAdult(system.table, family.id) };
      const [taker, decliner] = round % 2 === 0 ? [family, adult] : [adult, family];
      const params = { offerId: offer.id };
      const [taken, declined] = await Promise.all([
        system.asFamily(taker, 'takeMyOffer', { params, body: { calendar_version: 0 } }),
        system.asFamily(decliner, 'declineMyOffer', { params, body: { stays: round < 2 } }),
      ]);
      const isTaken = taken.status === 200;
      expect(isTaken ? declined : taken).toMatchObject({ status: 409, body: { code: 'offerEnded' } });
      expect(isTaken ? taken : declined).toMatchObject({ body: { state: isTaken ? 'taken' : 'declined' } });
      expect((await readOffers(system.table, [offer.id]))[0]?.state).toBe(isTaken ? 'taken' : 'declined');
      for (const route of ['getMyWaiting', 'listMyBookings'] as const) {
        const [seen, seenByAdult] = await Promise.all([
          system.asFamily(family, route),
          system.asFamily(adult, route),
        ]);
        expect(seenByAdult.status).toBe(200);
        const idsOf = (body: unknown) => JSON.stringify(body).match(/"(bkg|ofr|wai)_[^"]+"/g);
        expect(idsOf(seenByAdult.body)).toEqual(idsOf(seen.body));
      }
      await system.tick();
      const { booked, offered, free } = await system.countersOf(cls);
      expect([booked, booked + offered + free]).toEqual([isTaken ? 1 : 0, 1]);
    }
  });

  const changeClass = async (cls: FootballClass) => {
    const { id, max_capacity } = at(cls.time_slots, 0);
    const time_slots = [{ id, max_capacity, start_time: '11:00', end_time: '11:45' }];
    expect(await scenes.changeClass(cls, { weekly_rate: 9_900, time_slots })).toMatchObject({ status: 200 });
  };

  it.each<[string, Parameters<typeof cancelSession>[1] | undefined, { amount: number; start_time?: string }]>(
    [
      ['less by a session whose remedy comes later', { kind: 'later' }, { amount: 10_000 }],
      ['less by a session that is credited', { kind: 'credit' }, { amount: 10_000 }],
      ['the same with a make-up session', { kind: 'make-up', date: '2025-11-08' }, { amount: 12_000 }],
      ['the same at a new time and rate', undefined, { amount: 12_000, start_time: '11:00' }],
    ],
  )('costs what it covers: %s, which is shown before [WAI-08]', async (_, remedy, facts) => {
    const { cls, families, offer } = await scenes.givenOffer(1);
    const family = at(families, 0);
    await (remedy ? cancelSession(cls, remedy) : changeClass(cls));
    expect(await scenes.take(family, offer.id)).toMatchObject({ body: { code: 'calendarChanged' } });
    const dates = [
      ...offer.dates.filter((day) => day !== '2025-10-04' || !remedy),
      ...(remedy?.date ? [remedy.date] : []),
    ];
    const { offers } = await scenes.waitingOf(family);
    expect(offers).toMatchObject([{ ...facts, calendar_version: 1, dates }]);
    expect((await scenes.take(family, offer.id, randomUUID(), 1)).status).toBe(200);
    const { amount } = facts;
    expect((await system.stateOf(cls)).bookings).toMatchObject([{ amount, dates }]);
    expect(await getOffer(system.table, offer.id)).toMatchObject({ state: 'taken', price: amount });
  });

  it.each([
    ['is too near', '2025-09-26T17:00:00Z'],
    ['has begun on this day', '2025-09-27T12:00:00Z'],
  ])('is for the sessions after one that %s, and costs what these cost [WAI-06, WAI-08]', async (_, now) => {
    const { cls, booked } = await scenes.givenList(1);
    system.setTime(now);
    await system.cancel(at(booked, 0).booking);
    await system.tick();
    expect(await system.offersOf(cls)).toMatchObject([{ from_session: '2025-10-04', price: 10_000 }]);
  });

  it('ends when it is taken for a child that has a place meanwhile, and holds no place any more [WAI-09]', async () => {
    const { cls, families, offer } = await scenes.givenOffer(1);
    const family = at(families, 0);
    const { id, start_time, end_time } = at(cls.time_slots, 0);
    const time_slots = [{ id, start_time, end_time, max_capacity: 2 }];
    expect(await scenes.changeClass(cls, { time_slots })).toMatchObject({ status: 200 });
    // The request that books stops before it takes the child off the list.
    const stopped = await withChangeBetween(
      system.table,
      () => Promise.reject(new Error('stopped')),
      () => scenes.bookSlot(family, cls),
      (name, input) => name === 'TransactWriteItemsCommand' && JSON.stringify(input).includes(offer.id),
    );
    expect(stopped.status).toBe(500);
    expect(await system.countersOf(cls)).toMatchObject({ booked: 1, offered: 1, free: 0 });
    expect(await scenes.take(family, offer.id)).toMatchObject({ body: { code: 'alreadyBooked' } });
    expect(await getOffer(system.table, offer.id)).toMatchObject({ state: 'void' });
    expect(await system.countersOf(cls)).toMatchObject({ booked: 1, offered: 0, waiting: 0, free: 1 });
  });
});

describe('an offer to siblings under a rule for siblings', () => {
  beforeEach(async () => {
    const sibling = { reduction: { by: 'percent' as const, percent: 10 }, programmes: [...programmeIds] };
    const settings = await readSettingsNow(system.table);
    const discounts = { ...defaultSchoolSettings.discounts, sibling };
    await saveSettings(system.table, settings, { discounts }, []);
  });

  it('reduces the second place, shows it, and is taken at these prices when the rule is gone [DIS-03, WAI-08]', async () => {
    const { cls, siblings, offer } = await scenes.givenSiblingOffer();
    expect((await scenes.waitingOf(siblings)).offers).toMatchObject([{ amount: 12_000 + 10_800 }]);
    const settings = await readSettingsNow(system.table);
    await saveSettings(system.table, settings, { discounts: defaultSchoolSettings.discounts }, []);
    expect((await scenes.take(siblings, offer.id)).status).toBe(200);
    const { bookings } = await system.stateOf(cls);
    expect(bookings.map(({ amount, discount }) => [amount, discount?.amount])).toEqual(
      expect.arrayContaining([
        [12_000, undefined],
        [10_800, 1_200],
      ]),
    );
    const ledger = await getFamilyLedger(system.table, siblings.id, { consistent: true });
    expect(ledger).toMatchObject({ charged: 22_800 });
    expect(ledger?.places.size).toBe(2);
  });

  it('has dates for the place that costs something, and none for a free one [BSK-05]', async () => {
    const settings = await readSettingsNow(system.table);
    const sibling = { reduction: { by: 'percent' as const, percent: 100 }, programmes: [...programmeIds] };
    const discounts = { ...defaultSchoolSettings.discounts, sibling };
    await saveSettings(system.table, settings, { discounts, due_rule: 'monthly' }, []);
    const { cls, siblings, offer } = await scenes.givenSiblingOffer();
    await saveSettings(system.table, await readSettingsNow(system.table), settings, []);
    expect((await scenes.take(siblings, offer.id)).status).toBe(200);
    const { bookings } = await system.stateOf(cls);
    const dates = bookings.map(({ amount, due_dates }) => [Number(amount), due_dates !== undefined]);
    expect(dates).toEqual(
      expect.arrayContaining([
        [12_000, true],
        [0, false],
      ]),
    );
  });

  it('keeps the discount’s part of each session where one is cancelled meanwhile [DIS-03, WAI-08]', async () => {
    const { siblings, cls } = await scenes.givenSiblingOffer();
    await cancelSession(cls, { kind: 'credit' });
    // Of six sessions five are left: $100.00 and $90.00.
    expect((await scenes.waitingOf(siblings)).offers).toMatchObject([{ amount: 19_000 }]);
  });
});
