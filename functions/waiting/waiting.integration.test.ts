import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { at } from '#infra/testing/samples/at';
import { sampleNow } from '#infra/testing/samples/samples';
import { startWaitingSystem, type WaitingSystem } from '#infra/testing/services/waiting-system';
import { familyRoutes } from '#shared/contract/family-routes';
import type { FootballClass } from '#shared/schemas/class';
import type { Family } from '#shared/schemas/profile';
import { finishClassDeletion } from '../data/classes/delete-class.ts';
import { getManagedClass } from '../data/classes/managed-classes.ts';
import { deleteFamily } from '../data/families/delete-family.ts';

let system: WaitingSystem;
beforeAll(async () => {
  system = await startWaitingSystem();
});
afterAll(() => system.stop());
beforeEach(() => {
  system.setTime(sampleNow);
  vi.spyOn(console, 'info').mockImplementation(() => {});
});

const waitingOf = async (family: Family) =>
  familyRoutes.getMyWaiting.response.parse((await system.asFamily(family, 'getMyWaiting')).body);

const ranksOf = async (family: Family) => (await waitingOf(family)).entries.map(({ rank }) => rank);

const take = (family: Family, offerId: string, key: string = randomUUID(), calendar_version = 0) =>
  system.asFamily(family, 'takeMyOffer', {
    params: { offerId },
    body: { calendar_version },
    headers: { 'idempotency-key': key },
  });

const decline = (family: Family, offerId: string, stays: boolean) =>
  system.asFamily(family, 'declineMyOffer', { params: { offerId }, body: { stays } });

/** A full slot of one place, and families with one child each on its list, in this order. */
const givenList = async (count: number, capacity = 1) => {
  const { cls, booked } = await system.fullClass(capacity);
  const families: Family[] = [];
  for (let index = 0; index < count; index += 1) {
    const family = await system.familyOf(`Child ${index}`);
    expect((await system.join(family, cls)).status).toBe(201);
    families.push(family);
  }
  return { cls, booked, families };
};

/** A list whose first family has an open offer. */
const givenOffer = async (count: number) => {
  const { cls, booked, families } = await givenList(count);
  await system.cancel(at(booked, 0).booking);
  await system.tick();
  return { cls, families, offer: at(await system.offersOf(cls), 0) };
};

const bookSlot = (family: Family, cls: FootballClass) =>
  system.asFamily(family, 'bookSlot', {
    body: {
      class_id: cls.id,
      time_slot_id: at(cls.time_slots, 0).id,
      child_id: at(family.children, 0).id,
      is_trial: false,
      amount: 12_000,
      calendar_version: 0,
    },
  });

describe('joining', () => {
  it('ranks by time of joining, and tells a family nothing about others [WAI-02, WAI-03]', async () => {
    const { families } = await givenList(3);
    expect(await Promise.all(families.map(ranksOf))).toEqual([[1], [2], [3]]);
    const { body } = await system.asFamily(at(families, 2), 'getMyWaiting');
    for (const other of families.slice(0, 2))
      expect(JSON.stringify(body)).not.toContain(at(other.children, 0).name);
  });

  it('is two round trips', async () => {
    const { cls } = await givenList(1);
    const family = await system.familyOf('Ana');
    const { cost } = await system.table.measure(() => system.join(family, cls));
    expect(cost.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'TransactWriteItems']);
  });

  it('again is refused; a retry of the same attempt gets its entry [WAI-02]', async () => {
    const { cls } = await givenList(0);
    const family = await system.familyOf('Ana', 'Ben');
    const body = {
      class_id: cls.id,
      time_slot_id: at(cls.time_slots, 0).id,
      child_ids: family.children.map(({ id }) => id),
    };
    const headers = { 'idempotency-key': randomUUID() };
    const first = await system.asFamily(family, 'joinWaitingList', { body, headers });
    const again = await system.asFamily(family, 'joinWaitingList', { body, headers });
    expect(again.body).toEqual(first.body);
    expect(await system.join(family, cls, [at(family.children, 1)])).toMatchObject({
      status: 409,
      body: { code: 'alreadyWaiting', detail: 'Ben is already on the waiting list of this time slot' },
    });
    expect(await system.countersOf(cls)).toMatchObject({ waiting: 1 });
  });

  it('is refused for a child that is booked, and for a slot with places [WAI-02]', async () => {
    const { cls, booked } = await givenList(0);
    expect(await system.join(at(booked, 0).family, cls)).toMatchObject({
      status: 409,
      body: { code: 'alreadyBooked', detail: 'Robin Parent is already booked for this time slot' },
    });
    await system.cancel(at(booked, 0).booking);
    const family = await system.familyOf('Ana', 'Ben');
    expect(await system.join(family, cls, family.children.slice(0, 1))).toMatchObject({
      status: 409,
      body: { code: 'placesOpen', detail: 'There are places: book now.' },
    });
    // There is no place for both.
    expect((await system.join(family, cls)).status).toBe(201);
  });

  it('is refused for another family’s child and for a class that is over', async () => {
    const { cls, booked } = await givenList(0);
    const family = await system.familyOf('Ana');
    expect(await system.join(family, cls, at(booked, 0).family.children)).toMatchObject({
      body: { code: 'childNotFound' },
    });
    system.setTime(new Date('2025-11-02T10:00:00Z'));
    expect(await system.join(family, cls)).toMatchObject({ body: { code: 'programEnded' } });
  });

  it('counts each of many that join at once', async () => {
    const { cls } = await givenList(0);
    const families = await Promise.all(
      Array.from({ length: 12 }, (_, index) => system.familyOf(`C${index}`)),
    );
    const answers = await Promise.all(families.map((family) => system.join(family, cls)));
    expect(answers.map(({ status }) => status)).toEqual(families.map(() => 201));
    expect(await system.countersOf(cls)).toMatchObject({ waiting: 12 });
  });
});

describe('a place that becomes free', () => {
  it('is kept for the list, and is offered to the first entry [WAI-04, WAI-05]', async () => {
    const { cls, booked, families } = await givenList(2);
    await system.cancel(at(booked, 0).booking);
    expect(await system.countersOf(cls)).toEqual({ booked: 0, offered: 0, waiting: 2, kept: 1, free: 0 });
    expect(await bookSlot(await system.familyOf('Eve'), cls)).toMatchObject({ body: { code: 'slotFull' } });

    await system.tick();
    expect(await system.countersOf(cls)).toEqual({ booked: 0, offered: 1, waiting: 1, kept: 0, free: 0 });
    const [offer] = await system.offersOf(cls);
    expect(offer?.parent_id).toBe(at(families, 0).profile.id);
    expect(await system.isDue(cls)).toBe(false);
  });

  it('is open to all where nobody waits [WAI-04]', async () => {
    const { cls, booked, families } = await givenList(1);
    const [entry] = (await waitingOf(at(families, 0))).entries;
    await system.asFamily(at(families, 0), 'leaveWaitingList', { params: { entryId: entry?.id ?? '' } });
    await system.cancel(at(booked, 0).booking);
    expect(await system.countersOf(cls)).toMatchObject({ kept: 0, free: 1 });
  });

  it('is open to all where nobody fits; siblings keep their rank [WAI-04, WAI-05]', async () => {
    const { cls, booked } = await system.fullClass(2);
    const siblings = await system.familyOf('Ana', 'Ben');
    await system.join(siblings, cls);
    const [one, other] = booked;
    if (one) await system.cancel(one.booking);
    await system.tick();
    expect(await system.countersOf(cls)).toMatchObject({ offered: 0, kept: 0, free: 1, waiting: 1 });
    expect(await ranksOf(siblings)).toEqual([1]);

    if (other) await system.cancel(other.booking);
    await system.tick();
    expect(await system.countersOf(cls)).toMatchObject({ offered: 2, kept: 0, free: 0, waiting: 0 });
  });

  it('goes to the next who fits, before siblings who do not [WAI-05]', async () => {
    const { cls, booked } = await system.fullClass(2);
    const siblings = await system.familyOf('Ana', 'Ben');
    const single = await system.familyOf('Cleo');
    await system.join(siblings, cls);
    await system.join(single, cls);
    await system.cancel(at(booked, 0).booking);
    await system.tick();
    expect((await system.offersOf(cls)).map(({ parent_id }) => parent_id)).toEqual([single.profile.id]);
    expect(await ranksOf(siblings)).toEqual([1]);
  });

  it('is offered by two Queries, a read of the children and one transaction, with 200 entries', async () => {
    const { cls, booked } = await givenList(0);
    for (let index = 0; index < 200; index += 20)
      await Promise.all(
        Array.from({ length: 20 }, async (_, each) =>
          system.join(await system.familyOf(`C${index + each}`), cls),
        ),
      );
    await system.cancel(at(booked, 0).booking);
    const { cost } = await system.table.measure(() => system.tick());
    const due = 1;
    expect(cost.slice(due, due + 4).map(({ operation }) => operation)).toEqual([
      'Query',
      'Query',
      'BatchGetItem',
      'TransactWriteItems',
    ]);
    expect(await system.countersOf(cls)).toMatchObject({ offered: 1, waiting: 199 });
  }, 120_000);

  it('is not offered in the last 24 hours before the last session: it opens to all [WAI-06]', async () => {
    const { cls, booked } = await givenList(1);
    system.setTime(new Date('2025-10-31T12:00:00Z'));
    await system.cancel(at(booked, 0).booking);
    await system.tick();
    expect(await system.countersOf(cls)).toMatchObject({ offered: 0, kept: 0, free: 1, waiting: 1 });
  });

  it('by a higher capacity goes to the list too, and lower ones take kept places but no offer [WAI-04, WAI-05]', async () => {
    const { cls } = await givenList(2);
    const [slot] = cls.time_slots;
    const setCapacity = async (capacity: number) => {
      const { slot: stored } = await system.stateOf(cls);
      const { class_type, venue, coach_name, weekly_rate, start_date, end_date, skipped_dates, image_url } =
        cls;
      const classes = await system.admin.call('listManagedClasses');
      const version = Object(classes.body).classes.find((one: { id: string }) => one.id === cls.id).version;
      const { id, start_time, end_time } = stored;
      return system.admin.call('updateClass', {
        params: { classId: cls.id },
        body: {
          ...{
            class_type,
            venue,
            coach_name,
            weekly_rate,
            start_date,
            end_date,
            skipped_dates,
            image_url,
            version,
          },
          time_slots: [{ id, start_time, end_time, max_capacity: capacity }],
        },
      });
    };
    expect(slot).toBeDefined();
    expect((await setCapacity(3)).status).toBe(200);
    expect(await system.countersOf(cls)).toEqual({ booked: 1, offered: 0, waiting: 2, kept: 2, free: 0 });
    expect((await setCapacity(2)).status).toBe(200);
    expect(await system.countersOf(cls)).toMatchObject({ kept: 1, free: 0 });
    await system.tick();
    expect(await system.countersOf(cls)).toMatchObject({ booked: 1, offered: 1, kept: 0 });
    expect(await setCapacity(1)).toMatchObject({ body: { code: 'capacityBelowBookings' } });
  });
});

describe('an offer', () => {
  it('names places, price and deadline, and holds the places [WAI-06, WAI-08]', async () => {
    const { cls, families, offer } = await givenOffer(1);
    const { offers } = await waitingOf(at(families, 0));
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
    expect(await bookSlot(await system.familyOf('Eve'), cls)).toMatchObject({ body: { code: 'slotFull' } });
  });

  it('is taken in two round trips: a booking at its price, and no counter moves [WAI-08]', async () => {
    const { cls, families, offer } = await givenOffer(2);
    const family = at(families, 0);
    const { result, cost } = await system.table.measure(() => take(family, offer.id));
    expect(result).toMatchObject({ status: 200, body: { state: 'taken' } });
    expect(cost.map(({ operation }) => operation)).toEqual(['GetItem', 'TransactWriteItems']);
    const { bookings, slot } = await system.stateOf(cls);
    expect(bookings).toMatchObject([{ child_name: 'Child 0', amount: 12_000, is_trial: false }]);
    expect(slot.current_bookings).toBe(1);
    expect(await system.countersOf(cls)).toMatchObject({ booked: 1, offered: 0, waiting: 1, free: 0 });
  });

  it('of siblings becomes bookings of all of them, or of none [WAI-08]', async () => {
    const { cls, booked } = await system.fullClass(2);
    const siblings = await system.familyOf('Ana', 'Ben');
    await system.join(siblings, cls);
    for (const { booking } of booked) await system.cancel(booking);
    await system.tick();
    const offer = at(await system.offersOf(cls), 0);
    expect(await take(siblings, offer.id, randomUUID(), 7)).toMatchObject({
      body: { code: 'calendarChanged' },
    });
    expect(await system.countersOf(cls)).toMatchObject({ booked: 0, offered: 2 });
    expect((await take(siblings, offer.id)).status).toBe(200);
    expect((await system.stateOf(cls)).bookings.map(({ child_name }) => child_name).toSorted()).toEqual([
      'Ana',
      'Ben',
    ]);
    expect(await system.countersOf(cls)).toMatchObject({ booked: 2, offered: 0, free: 0 });
  });

  it('is taken once: a retry of the attempt gets the same answer, another one is refused [WAI-09]', async () => {
    const { cls, families, offer } = await givenOffer(1);
    const key = randomUUID();
    const first = await take(at(families, 0), offer.id, key);
    expect(await take(at(families, 0), offer.id, key)).toMatchObject({ status: 200, body: first.body });
    expect(await take(at(families, 0), offer.id)).toMatchObject({ body: { code: 'offerEnded' } });
    expect(await decline(at(families, 0), offer.id, true)).toMatchObject({ body: { code: 'offerEnded' } });
    expect(await system.countersOf(cls)).toMatchObject({ booked: 1 });
  });

  it('is not found by another family [WAI-09]', async () => {
    const { families, offer } = await givenOffer(2);
    expect(await take(at(families, 1), offer.id)).toMatchObject({
      status: 404,
      body: { code: 'offerNotFound' },
    });
    expect(await decline(at(families, 1), offer.id, false)).toMatchObject({
      body: { code: 'offerNotFound' },
    });
  });

  it('that is declined goes to the next; who stays is last, and is not asked again at once [WAI-10]', async () => {
    const { cls, families, offer } = await givenOffer(2);
    expect((await decline(at(families, 0), offer.id, true)).status).toBe(200);
    await system.tick();
    const [next] = await system.offersOf(cls);
    expect(next?.parent_id).toBe(at(families, 1).profile.id);
    expect(await ranksOf(at(families, 0))).toEqual([1]);
    expect((await decline(at(families, 1), next?.id ?? '', false)).status).toBe(200);
    await system.tick();
    expect(await system.countersOf(cls)).toMatchObject({ offered: 0, waiting: 1, kept: 0, free: 1 });
    expect((await waitingOf(at(families, 1))).entries).toEqual([]);
  });

  it('runs out at its deadline: the entry leaves, the next is asked, one request joins again at the end [WAI-06, WAI-10]', async () => {
    const { cls, families, offer } = await givenOffer(3);
    system.setTime(new Date(Date.parse(offer.until) - 1));
    await system.tick();
    expect(await system.offersOf(cls)).toHaveLength(1);
    system.setTime(new Date(offer.until));
    await system.tick();
    const [next] = await system.offersOf(cls);
    expect(next?.parent_id).toBe(at(families, 1).profile.id);
    expect(await take(at(families, 0), offer.id)).toMatchObject({ body: { code: 'offerEnded' } });

    const { entries, expired } = await waitingOf(at(families, 0));
    expect([entries, expired.map(({ id }) => id)]).toEqual([[], [offer.id]]);
    expect((await system.join(at(families, 0), cls)).status).toBe(201);
    expect(await ranksOf(at(families, 0))).toEqual([2]);
    expect((await waitingOf(at(families, 0))).expired).toEqual([]);
  });

  it('can be taken until it is ended in the table [WAI-09]', async () => {
    const { families, offer } = await givenOffer(1);
    system.setTime(new Date(Date.parse(offer.until) + 60_000));
    expect((await take(at(families, 0), offer.id)).status).toBe(200);
  });

  it('has one end, whoever answers at once [WAI-09]', async () => {
    for (let round = 0; round < 5; round += 1) {
      system.setTime(sampleNow);
      const { cls, families, offer } = await givenOffer(2);
      const family = at(families, 0);
      system.setTime(new Date(offer.until));
      const [, ...answers] = await Promise.all([
        system.tick().catch(() => undefined),
        take(family, offer.id),
        decline(family, offer.id, round % 2 === 0),
        system.admin.call('withdrawOffer', { params: { offerId: offer.id } }),
      ]);
      const accepted = answers.filter(({ status }) => status < 300);
      expect(accepted.length).toBeLessThanOrEqual(1);
      for (const answer of answers)
        if (answer.status >= 300) expect(answer).toMatchObject({ body: { code: 'offerEnded' } });
      await system.tick();
      const { booked, offered, free } = await system.countersOf(cls);
      expect(booked + offered + free).toBe(1);
    }
  }, 60_000);

  it('keeps its price; a calendar that changed is shown before [WAI-08]', async () => {
    const { cls, families, offer } = await givenOffer(1);
    const { slot } = await system.stateOf(cls);
    const session = { class_id: cls.id, slot_id: slot.id, date: '2025-10-04' };
    const cancelled = await system.admin.call('cancelSessions', {
      body: {
        target: { kind: 'session', ...session },
        ...{ reason: 'weather', note: null, remedy: { kind: 'later' } },
      },
    });
    expect(cancelled.status).toBe(200);
    expect(await take(at(families, 0), offer.id)).toMatchObject({ body: { code: 'calendarChanged' } });
    const [shown] = (await waitingOf(at(families, 0))).offers;
    expect(shown).toMatchObject({ amount: 12_000, calendar_version: 1 });
    expect(shown?.dates).not.toContain('2025-10-04');
    expect((await take(at(families, 0), offer.id, randomUUID(), 1)).status).toBe(200);
    const [booking] = (await system.stateOf(cls)).bookings;
    expect(booking).toMatchObject({ amount: 12_000, dates: shown?.dates });
  });

  it('is for the sessions after the next one where that is too near, and costs what these cost [WAI-06, WAI-08]', async () => {
    const { cls, booked } = await givenList(1);
    system.setTime(new Date('2025-09-26T17:00:00Z'));
    await system.cancel(at(booked, 0).booking);
    await system.tick();
    expect(await system.offersOf(cls)).toMatchObject([{ from_session: '2025-10-04', price: 10_000 }]);
  });

  it('is dropped where the child has a place meanwhile', async () => {
    const { cls, booked } = await system.fullClass(2);
    const siblings = await system.familyOf('Ana', 'Ben');
    await system.join(siblings, cls);
    await system.cancel(at(booked, 0).booking);
    await system.tick();
    expect((await bookSlot(siblings, cls)).status).toBe(201);
    await system.cancel(at(booked, 1).booking);
    await system.tick();
    expect(await system.countersOf(cls)).toMatchObject({ booked: 1, offered: 0, waiting: 0, free: 1 });
  });
});

describe('an administrator', () => {
  const listOf = async (cls: FootballClass) => {
    const params = { classId: cls.id, slotId: at(cls.time_slots, 0).id };
    const { body } = await system.admin.call('getWaitingList', { params });
    const entries: {
      id: string;
      rank: number | null;
      child_names: string[];
      offer: { id: string } | null;
    }[] = Object(body).entries;
    return entries;
  };

  it('sees the list, puts an entry first with a reason that is logged, and removes one [WAI-03, WAI-11]', async () => {
    const { cls } = await givenList(3);
    const list = await listOf(cls);
    expect(list.map(({ rank, child_names }) => [rank, ...child_names])).toEqual([
      [1, 'Child 0'],
      [2, 'Child 1'],
      [3, 'Child 2'],
    ]);
    const params = { slotId: at(cls.time_slots, 0).id, entryId: at(list, 2).id };
    const body = { reason: 'school-mistake' };
    expect((await system.admin.call('putWaitingFirst', { params, body })).status).toBe(204);
    expect((await listOf(cls)).map(({ child_names }) => child_names[0])).toEqual([
      'Child 2',
      'Child 0',
      'Child 1',
    ]);
    const log = await system.admin.call('listActivity');
    expect(Object(log.body).entries).toContainEqual(
      expect.objectContaining({
        action: 'waiting.put-first',
        subject_id: params.entryId,
        fields: ['school-mistake'],
      }),
    );
    const removed = { slotId: params.slotId, entryId: at(list, 0).id };
    expect((await system.admin.call('removeFromWaitingList', { params: removed })).status).toBe(204);
    expect((await listOf(cls)).map(({ child_names }) => child_names[0])).toEqual(['Child 2', 'Child 1']);
    expect(await system.countersOf(cls)).toMatchObject({ waiting: 2 });
  });

  it('adds a family, and withdraws an offer: its entry keeps its rank [WAI-11]', async () => {
    const { cls, families, offer } = await givenOffer(2);
    const added = await system.familyOf('Zoe');
    const answer = await system.admin.call('addToWaitingList', {
      body: {
        parent_id: added.profile.id,
        class_id: cls.id,
        time_slot_id: at(cls.time_slots, 0).id,
        child_ids: added.children.map(({ id }) => id),
      },
    });
    expect(answer.status).toBe(201);
    expect(await listOf(cls)).toMatchObject([
      { rank: null, offer: { id: offer.id } },
      { rank: 1 },
      { rank: 2 },
    ]);
    expect((await system.admin.call('withdrawOffer', { params: { offerId: offer.id } })).status).toBe(204);
    expect(await ranksOf(at(families, 0))).toEqual([1]);
    await system.tick();
    expect((await system.offersOf(cls))[0]?.parent_id).toBe(at(families, 1).profile.id);
  });
});

describe('an entry', () => {
  it('goes with its child, and with the account; the export has it until then [WAI-12]', async () => {
    const { cls, families } = await givenOffer(2);
    const [offered, waiting] = [at(families, 0), at(families, 1)];
    const exported = await system.asFamily(waiting, 'exportMyData', { signedInAt: new Date() });
    expect(exported.body).toMatchObject({ waiting: [{ child_ids: [at(waiting.children, 0).id] }] });
    const params = { childId: at(waiting.children, 0).id };
    expect((await system.asFamily(waiting, 'removeChild', { params })).status).toBe(204);
    expect(await system.countersOf(cls)).toMatchObject({ waiting: 0, offered: 1 });

    await deleteFamily(system.deps, { userId: offered.profile.id, by: 'parent' });
    expect(await system.countersOf(cls)).toMatchObject({ waiting: 0, offered: 0, kept: 0, free: 1 });
    expect(JSON.stringify(await system.items())).not.toContain(offered.profile.id);
  });

  it('goes when its class is deleted, and its family is told [WAI-12, WAI-14]', async () => {
    const { cls, families } = await givenList(1);
    expect((await system.admin.call('deleteClass', { params: { classId: cls.id } })).status).toBe(204);
    const deleting = await getManagedClass(system.table, cls.id);
    if (deleting) await finishClassDeletion(system.deps, deleting);
    expect((await waitingOf(at(families, 0))).entries).toEqual([]);
    await system.deliver();
    const { email } = at(families, 0).profile;
    expect(
      system.mails.filter(({ to, data }) => to === email && data.includes('Waiting list closed')),
    ).toHaveLength(1);
  });

  it('goes when its class is over [WAI-12]', async () => {
    const { cls, families, offer } = await givenOffer(2);
    system.setTime(new Date('2025-11-02T10:00:00Z'));
    await system.tick();
    expect(offer.parent_id).toBe(at(families, 0).profile.id);
    expect((await system.stateOf(cls)).entries).toEqual([]);
    expect(await system.countersOf(cls)).toMatchObject({ waiting: 0, offered: 0, kept: 0, free: 1 });
  });
});

describe('a list without an offer', () => {
  it('is closed on the day after the last session, and each family is told once [WAI-12, WAI-14]', async () => {
    const { cls, families } = await givenList(2);
    await system.scheduleDaily();
    system.setTime(new Date('2025-11-01T23:59:00Z'));
    await system.tick();
    expect((await system.stateOf(cls)).entries).toHaveLength(2);
    system.setTime(new Date('2025-11-02T00:31:00Z'));
    await system.tick();
    await system.tick();
    expect((await system.stateOf(cls)).entries).toEqual([]);
    await system.deliver();
    await system.deliver();
    for (const { profile } of families)
      expect(
        system.mails.filter(({ to, data }) => to === profile.email && data.includes('Waiting list closed')),
      ).toHaveLength(1);
  });
});

describe('emails', () => {
  const mailsTo = async ({ profile }: Family) => {
    await system.deliver();
    return system.mails.filter(({ to }) => to === profile.email).map(({ data }) => data);
  };
  const subjectOf = (data: string) => /^Subject: (.*)$/m.exec(data)?.[1] ?? '';

  it('are sent when a family joins, is offered places and runs out of time, once each [WAI-14]', async () => {
    const { families, offer } = await givenOffer(2);
    const family = at(families, 0);
    // Emails of one batch are sent at once.
    expect((await mailsTo(family)).map(subjectOf).toSorted()).toEqual([
      expect.stringMatching(/^A place for Child 0: Juniorballerz, Saturday 9:00/),
      'On the waiting list: Juniorballerz',
    ]);
    system.setTime(new Date(offer.until));
    await system.tick();
    await system.deliver();
    await system.deliver();
    expect((await mailsTo(family)).map(subjectOf).slice(2)).toEqual(['Offer ended: Juniorballerz']);
  });

  it('with an offer have a link that answers it without a session; opening it changes nothing [WAI-07]', async () => {
    const { cls, families, offer } = await givenOffer(1);
    const mails = await mailsTo(at(families, 0));
    const data = mails.find((mail) => subjectOf(mail).startsWith('A place for')) ?? '';
    const text = data.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const [, offer_id = '', secret = ''] = /\/offer#(ofr_\w+)\.([\w-]{43})/.exec(text) ?? [];
    expect(offer_id).toBe(offer.id);
    const before = await system.items();
    const viewed = await system.byLink('getLinkedOffer', { offer_id, secret });
    expect(viewed).toMatchObject({ status: 200, body: { child_names: ['Child 0'], amount: 12_000 } });
    expect(JSON.stringify(viewed.body)).not.toContain(at(families, 0).profile.email);
    expect(await system.items()).toEqual(before);

    const guessed = { offer_id, secret: secret.replace(/^./, 'x') };
    for (const route of ['getLinkedOffer', 'takeOffer', 'declineOffer'] as const) {
      const more = { takeOffer: { calendar_version: 0 }, declineOffer: { stays: true }, getLinkedOffer: {} }[
        route
      ];
      expect(await system.byLink(route, { ...guessed, ...more })).toMatchObject({
        status: 404,
        body: { code: 'offerNotFound' },
      });
    }
    const { result, cost } = await system.table.measure(() =>
      system.byLink('takeOffer', { offer_id, secret, calendar_version: 0 }),
    );
    expect(result).toMatchObject({ status: 200, body: { state: 'taken' } });
    expect(cost.map(({ operation }) => operation)).toEqual(['BatchGetItem', 'TransactWriteItems']);
    expect(await system.countersOf(cls)).toMatchObject({ booked: 1 });
    expect(await system.byLink('getLinkedOffer', { offer_id, secret })).toMatchObject({
      body: { state: 'taken' },
    });
    expect((await mailsTo(at(families, 0))).map(subjectOf).at(-1)).toMatch(/^Booking confirmed for Child 0/);
  });
});
