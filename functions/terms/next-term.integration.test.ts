import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { interruptAt } from '#infra/testing/mutants/mutant';
import { at, type SampleFamily, sampleClass, sampleNow } from '#infra/testing/samples/samples';
import { addSecondAdult, storedFamily } from '#infra/testing/samples/stored';
import { startTermTests } from '#infra/testing/services/term-tests';
import { withChangeBetween } from '#infra/testing/table/test-table';
import type { FootballClass } from '#shared/classes/class';
import { dayMs, minuteMs } from '#shared/lib/durations';
import { offerIdSchema } from '#shared/lib/ids';
import { limits } from '#shared/limits';
import { date } from '#shared/testing/values';
import { beginClassDeletion } from '../across/delete-class.ts';
import { listBookingsOfSlots } from '../booking/bookings.ts';
import { endBooking } from '../booking/end-booking.ts';
import { getManagedClass } from '../classes/classes.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import { classKey } from '../lib/dynamo/keys-of-classes.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import { listApplications } from '../waiting/applications.ts';
import { dropApplicationsOfChild, dropFamilyWaiting } from '../waiting/end-offer.ts';
import { listRenewals, readOffers } from '../waiting/offers.ts';

const tests = await startTermTests();
const { system, table, deps, admin, givenClass, book, planned, publish, publishNext, slotsOf } = tests;
const { classOf, changeDraft, statesOf, linksTo, byLink, viewOf, keep, decline } = tests;

describe('publishing a term', () => {
  it('keeps a place for each child with a full booking, and tells each family once [TRM-03] [TRM-04]', async () => {
    const [cls, other] = [await givenClass(3, 4), await givenClass(2)];
    const family = await storedFamily(table, {
      children: [{ name: 'Ana' }, { name: 'Ben' }, { name: 'Cleo' }],
    });
    const neighbour = await storedFamily(table, { children: [{ name: 'Zoe' }] });
    await book(cls, family);
    await book(cls, family, { child: 1, slot: 1 });
    await book(other, family, { child: 2 });
    await book(cls, neighbour);
    await book(cls, await storedFamily(table), { isTrial: true });
    const [next, nextOther] = await publishNext(cls, other);
    expect(next && (await slotsOf(next))).toEqual([
      { taken: 2, booked: 0, held: 2 },
      { taken: 1, booked: 0, held: 1 },
    ]);
    expect(nextOther && (await slotsOf(nextOther))).toEqual([{ taken: 1, booked: 0, held: 1 }]);
    expect(system.mails.map(({ to }) => to).toSorted()).toEqual(
      [family.profile.email, neighbour.profile.email].toSorted(),
    );
    const views = await Promise.all(linksTo(family).map(viewOf));
    expect(
      views
        .map(({ child_names, amount, from_session, until }) => [child_names[0], amount, from_session, until])
        .toSorted(),
    ).toEqual([
      ['Ana', 12_000, '2025-11-08', '2025-10-07T19:00:00.000Z'],
      ['Ben', 12_000, '2025-11-08', '2025-10-07T19:00:00.000Z'],
      ['Cleo', 12_000, '2025-11-08', '2025-10-07T19:00:00.000Z'],
    ]);
  });

  it.each([
    ['2025-09-29', [], []],
    ['2025-10-01', ['2025-09-30'], ['2025-10-01']],
    ['2025-10-07', ['2025-09-30', '2025-10-05'], ['2025-10-05', '2025-10-07']],
  ])(
    'until %s stores reminders of days before it alone, each until the next one [TRM-04, TRM-11]',
    async (keep_until, days, ends) => {
      const cls = await givenClass(3);
      await publish(await planned(cls), { keep_until });
      const reminders = (await system.items()).filter(({ entity }) => entity === 'renewal-reminder');
      const daysOf = (name: string) =>
        reminders.map((reminder) => String(reminder[name]).slice(0, 'yyyy-MM-dd'.length)).toSorted();
      expect([daysOf('GSI1SK'), daysOf('useful_until')]).toEqual([days, ends]);
    },
  );

  it('without a date keeps no place and tells nobody [TRM-03]', async () => {
    const cls = await givenClass(3);
    await book(cls, await storedFamily(table));
    const ids = await planned(cls);
    await publish(ids, { keep_until: null });
    await system.settle();
    expect(await slotsOf(at(ids, 0))).toEqual([{ taken: 0, booked: 0, held: 0 }]);
    expect(system.mails).toEqual([]);
  });

  it('lists who finds no room before, those who booked last, and keeps no more places than there are [TRM-03]', async () => {
    const cls = await givenClass(3);
    const families = [await storedFamily(table), await storedFamily(table), await storedFamily(table)];
    for (const family of families) await book(cls, family);
    const [id = cls.id] = await planned(cls);
    await changeDraft(id, ({ time_slots }) => ({
      time_slots: time_slots.map((slot) => ({ ...slot, max_capacity: 2 })),
    }));
    const preview = await admin.read('getRenewalPreview', { body: { draft_ids: [id] } });
    const { id: parent_id, profile: last } = at(families, 2);
    const adults = [{ full_name: last.full_name, phone_number: last.phone_number }];
    expect(preview.classes).toMatchObject([{ class_id: id, held: 2, without: [{ parent_id, adults }] }]);
    const answer = await admin.call('publishTerm', {
      body: { drafts: [{ id, version: 2 }], keep_until: '2025-10-07' },
    });
    expect(answer.status).toBe(202);
    await system.settle();
    expect(await slotsOf(id)).toEqual([{ taken: 2, booked: 0, held: 2 }]);
    expect(system.mails.map(({ to }) => to)).not.toContain(last.email);
  });

  it('answers an attempt that is sent again, and refuses a day that is over and a draft that is published [TRM-03]', async () => {
    const [cls, key] = [await givenClass(2), randomUUID()];
    const ids = await planned(cls);
    for (const [now, keep_until] of [
      [sampleNow, '2025-09-22'],
      [new Date('2025-10-07T19:00:00.000Z'), '2025-10-07'],
    ] as const) {
      system.setTime(now);
      expect((await publish(ids, { keep_until })).body).toMatchObject({ issues: [{ field: 'keep_until' }] });
    }
    system.setTime(sampleNow);
    const [first, again] = [await publish(ids, { key }), await publish(ids, { key })];
    await system.settle();
    expect([first.body, (await publish(ids, { key })).body]).toEqual([again.body, again.body]);
    expect((await publish(ids)).body).toMatchObject({ code: 'draftNotFound' });
  });
});

/** Publishes what follows a class, interrupted when the class is there and none of its places has an offer yet. */
const publishedOnly = async (cls: FootballClass) => {
  const [id = cls.id] = await planned(cls);
  await publish([id]);
  const records = await system.waiting();
  for (let step = 1; !(await getManagedClass(table, id)); step += 1)
    await system
      .deliver(records, { table: interruptAt(step, 'after').table(table) })
      .catch(() => system.passTime(6 * minuteMs));
  expect(await listRenewals(table, cls.id)).toEqual([]);
  const resume = async () => {
    system.passTime(6 * minuteMs);
    await system.deliver(records);
    await system.settle();
  };
  return { id, resume };
};

describe('publishing that goes on after an interruption', () => {
  it('tells of the places of its own publication alone, where a class has two successors [TRM-04]', async () => {
    const cls = await givenClass(2);
    const family = await storedFamily(table);
    await book(cls, family);
    await publishNext(cls);
    const plan = { first_week: '2026-01-05', weeks: 6, skipped_dates: [], price_change: { by: 'nothing' } };
    const classes = [{ id: cls.id, version: 1 }];
    const { drafts } = await admin.read('planTerm', { body: { plan, classes } });
    await publish(drafts.filter(({ planned_from }) => planned_from?.class_id === cls.id).map(({ id }) => id));
    await system.settle();
    expect(await statesOf(cls)).toEqual(['open', 'open']);
    expect(linksTo(family)).toHaveLength(1);
  });

  it('ends, and keeps no place, where the class is being deleted meanwhile [TRM-03, END-10]', async () => {
    const cls = await givenClass(2);
    await book(cls, await storedFamily(table));
    const { id, resume } = await publishedOnly(cls);
    expect(await beginClassDeletion(table, await classOf(id), [])).toMatchObject({ outcome: 'done' });
    await resume();
    expect(await statesOf(cls)).toEqual([]);
    expect((await system.items()).filter(({ entity }) => entity === 'messenger-wake')).toEqual([]);
  });
});

describe('a kept place', () => {
  const afterDeadline = '2025-10-07T19:00:01.000Z';
  const givenKept = async (capacity = 2) => {
    const cls = await givenClass(capacity);
    const family = await storedFamily(table, { children: [{ name: 'Ana' }, { name: 'Ben' }] });
    for (const child of [0, 1]) await book(cls, family, { child });
    const [next = cls.id] = await publishNext(cls);
    const [one, two] = linksTo(family);
    if (!one || !two) throw new Error('Two links are expected');
    return { cls, family, next, one, two };
  };

  it('is booked at the price that was shown, once [TRM-04]', async () => {
    const { cls, next, one } = await givenKept();
    const key = randomUUID();
    expect((await keep(one, key)).body).toMatchObject({ state: 'taken' });
    expect((await keep(one, key)).body).toMatchObject({ state: 'taken' });
    expect((await keep(one)).body).toMatchObject({ code: 'offerEnded' });
    const { time_slots } = await classOf(next);
    expect(await listBookingsOfSlots(table, time_slots)).toMatchObject([{ amount: 12_000, is_trial: false }]);
    expect(await slotsOf(next)).toEqual([{ taken: 2, booked: 1, held: 1 }]);
    expect(await statesOf(cls)).toEqual(['open', 'taken']);
  });

  it('that is declined opens to all where nobody waits, and one that is not answered at the deadline [TRM-05]', async () => {
    const { cls, next, one } = await givenKept();
    expect((await decline(one)).body).toMatchObject({ state: 'declined' });
    expect(await slotsOf(next)).toEqual([{ taken: 1, booked: 0, held: 1 }]);
    system.setTime(afterDeadline);
    await system.tick();
    expect(await slotsOf(next)).toEqual([{ taken: 0, booked: 0, held: 0 }]);
    expect(await statesOf(cls)).toEqual(['declined', 'expired']);
  });

  it('is asked for again after 7 and 12 days, of those who did not answer [TRM-04]', async () => {
    const { family, one } = await givenKept();
    await keep(one);
    const told = () => system.mails.filter(({ to }) => to === family.profile.email).length;
    const counts = [told()];
    for (const days of [6, 7, 8, 12, 13]) {
      system.setTime(new Date(sampleNow.getTime() + days * dayMs));
      await system.tick();
      await system.settle();
      counts.push(told());
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3]);
    expect(linksTo(family)).toHaveLength(1);
  });

  const moveTo = (link: object, cls: FootballClass, index = 0) =>
    byLink('moveOffer', { ...link, class_id: cls.id, time_slot_id: at(cls.time_slots, index).id });

  const addToList = async (cls: FootballClass, { id, children }: SampleFamily, index = 0) => {
    const time_slot_id = at(cls.time_slots, index).id;
    const child_ids = children.map((child) => child.id);
    const body = { parent_id: id, class_id: cls.id, time_slot_id, child_ids };
    expect((await admin.call('addToWaitingList', { body })).status).toBe(201);
  };

  it('is kept in another slot at once, and its link leads there [TRM-04]', async () => {
    const { cls, family, next, one } = await givenKept();
    // At another time than that of the class before, which goes on.
    const other = await givenClass(1, 1);
    expect((await moveTo(one, other, 1)).body).toMatchObject({ state: 'open' });
    expect((await moveTo(one, other, 1)).body).toMatchObject({ state: 'open' });
    expect(await slotsOf(other.id)).toMatchObject([{ taken: 0 }, { taken: 1, booked: 0, held: 1 }]);
    expect(await slotsOf(next)).toEqual([{ taken: 1, booked: 0, held: 1 }]);
    expect(await viewOf(one)).toMatchObject({
      class_id: other.id,
      state: 'open',
      from_session: '2025-09-27',
    });
    expect((await keep(one)).body).toMatchObject({ state: 'taken' });
    const [booking] = await listBookingsOfSlots(table, other.time_slots);
    expect(booking).toMatchObject({ parent_id: family.id, class_id: other.id });
    expect(await statesOf(cls)).toEqual(['open', 'taken']);
    expect((await moveTo(one, other)).body).toMatchObject({ code: 'offerEnded' });
  });

  it('is moved and declined a limited number of times an hour, counted together, and the office is not [TRM-04]', async () => {
    const { cls, family, next, one, two } = await givenKept();
    const other = await givenClass(1, 1);
    const here = await classOf(next);
    system.passTime(60 * minuteMs);
    const steps = [() => moveTo(one, other, 1), () => moveTo(one, here)];
    for (let count = 0; count < limits.changesPerHour - 1; count += 1)
      expect((await at(steps, count % 2)()).body).toMatchObject({ state: 'open' });
    expect((await decline(two)).status).toBe(200);
    const states = await statesOf(cls);
    for (const refused of [await at(steps, 1)(), await decline(one)])
      expect(refused).toMatchObject({ status: 429, body: { code: 'tooManyChanges' } });
    expect(await statesOf(cls)).toEqual(states);
    // What it has answered already is answered in the same way.
    expect(await decline(two)).toMatchObject({ status: 200, body: { state: 'declined' } });
    await addToList(other, { ...family, children: family.children.slice(1) }, 1);
    system.passTime(60 * minuteMs);
    expect((await at(steps, 1)()).body).toMatchObject({ state: 'open' });
  });

  it('stays where it is when the other slot is full, closed or not open yet [TRM-04]', async () => {
    const { next, one } = await givenKept();
    const full = await givenClass(1, 1);
    await book(full, await storedFamily(table), { slot: 1 });
    expect((await moveTo(one, full, 1)).body).toMatchObject({ code: 'slotFull' });
    const later = await givenClass(1, 1);
    await updateItem(table, classKey(later.id), { set: { opens_at: '2025-10-01T09:00:00.000Z' } });
    expect((await moveTo(one, later, 1)).body).toMatchObject({ code: 'notOpenYet' });
    expect((await moveTo(one, sampleClass())).body).toMatchObject({ code: 'slotNotFound' });
    const closing = await givenClass(1, 1);
    const stored = await classOf(closing.id);
    const late = await withChangeBetween(
      table,
      () => beginClassDeletion(table, stored, []),
      () => moveTo(one, closing, 1),
    );
    for (const answer of [late, await moveTo(one, closing, 1)])
      expect(answer.body).toMatchObject({ code: 'slotNotFound' });
    expect(await slotsOf(next)).toEqual([{ taken: 2, booked: 0, held: 2 }]);
  });

  it('that was declined is kept again while there is room and time [TRM-04]', async () => {
    const { cls, next, one, two } = await givenKept();
    const nextClass = await classOf(next);
    await decline(one);
    expect((await moveTo(one, nextClass)).body).toMatchObject({ state: 'open' });
    expect(await slotsOf(next)).toEqual([{ taken: 2, booked: 0, held: 2 }]);
    expect((await keep(one)).body).toMatchObject({ state: 'taken' });
    await decline(two);
    await book(nextClass, await storedFamily(table));
    expect((await moveTo(two, nextClass)).body).toMatchObject({ code: 'slotFull' });
    expect(await statesOf(cls)).toEqual(['declined', 'taken']);
    system.setTime(afterDeadline);
    expect((await moveTo(two, nextClass)).body).toMatchObject({ code: 'offerEnded' });
  });

  it('that was kept is given back until the deadline, and kept again [TRM-04]', async () => {
    const { cls, family, next, one } = await givenKept();
    await keep(one);
    const answers = await Promise.all([decline(one), decline(one)]);
    expect(answers.map(({ body }) => Object(body).state)).toEqual(['declined', 'declined']);
    expect(await slotsOf(next)).toEqual([{ taken: 1, booked: 0, held: 1 }]);
    const ledger = await getFamilyLedger(table, family.id);
    expect(ledger?.credited).toBe(12_000);
    const nextClass = await classOf(next);
    expect((await moveTo(one, nextClass)).body).toMatchObject({ state: 'open' });
    expect((await keep(one)).body).toMatchObject({ state: 'taken' });
    expect(await slotsOf(next)).toEqual([{ taken: 2, booked: 1, held: 1 }]);
    expect(await statesOf(cls)).toEqual(['open', 'taken']);
    system.setTime(afterDeadline);
    expect((await decline(one)).body).toMatchObject({ code: 'offerEnded' });
  });

  it('is not given back where its booking was cancelled, or is not free of charge any more [TRM-04] [END-05]', async () => {
    const cls = await givenClass(2);
    const family = await storedFamily(table, { children: [{ name: 'Ana' }, { name: 'Ben' }] });
    for (const child of [0, 1]) await book(cls, family, { child });
    const ids = await planned(cls);
    await publish(ids, { keep_until: '2025-11-07' });
    await system.settle();
    const [one, two] = linksTo(family);
    if (!one || !two) throw new Error('Two links are expected');
    for (const link of [one, two]) await keep(link);
    const bookings = await listBookingsOfSlots(table, (await classOf(at(ids, 0))).time_slots);
    const [offer] = await readOffers(table, [offerIdSchema.parse(one.offer_id)]);
    const cancelled = bookings.find(({ child_id }) => offer?.child_ids.includes(child_id));
    await endBooking(deps, cancelled ?? expect.unreachable(), {
      ending: { reason: 'cancelled' },
      by: 'parent',
      tell: false,
    });
    expect((await decline(one)).body).toMatchObject({ code: 'offerEnded' });
    // A day before the first session.
    system.setTime(new Date('2025-11-07T09:00:00.000Z'));
    expect((await decline(two)).body).toMatchObject({ code: 'keptPlaceNotFree' });
    expect(await slotsOf(at(ids, 0))).toEqual([{ taken: 1, booked: 1, held: 0 }]);
  });

  it('is not kept at the time of another session of its child, which its page says [TRM-04] [BSK-04]', async () => {
    const { family, one, two } = await givenKept();
    const [busy, free] = [await givenClass(2, 2), await givenClass(2, 2)];
    const view = await viewOf(one);
    const child = family.children.findIndex(({ name }) => view.child_names.includes(name));
    await book(busy, family, { child, slot: 1 });
    const times = (await viewOf(one)).renewal?.busy.map(({ date, start_time }) => `${date} ${start_time}`);
    expect(times).toContain('2025-09-27 10:00');
    expect((await moveTo(one, free, 1)).body).toMatchObject({
      code: 'sessionsOverlap',
      detail: expect.stringContaining(at(view.child_names, 0)),
    });
    expect((await moveTo(two, free, 1)).body).toMatchObject({ state: 'open' });
  });

  it('is kept or declined where one adult keeps it and the other one declines it, and both see which [ADT-03]', async () => {
    for (const isReversed of [false, true]) {
      const { cls, family } = await givenKept();
      const adult = { id: family.id, profile: await addSecondAdult(table, family.id) };
      const [one, other] = isReversed ? [adult, family] : [family, adult];
      const [renewal = expect.unreachable()] = await listRenewals(table, cls.id);
      const params = { offerId: renewal.offer_id };
      const answers = await Promise.all([
        system.asFamily(one, 'takeMyOffer', { params, body: { calendar_version: 0 } }),
        system.asFamily(other, 'declineMyOffer', { params, body: { stays: false } }),
      ]);
      // The place of the other child is not decided. One that was kept may be given back: then both are answered.
      const states: Readonly<Record<string, readonly string[]>> = {
        '200,409': ['open', 'taken'],
        '409,200': ['declined', 'open'],
        '200,200': ['declined', 'open'],
      };
      expect(await statesOf(cls)).toEqual(states[answers.map(({ status }) => status).join()]);
      const seen = (who: Pick<SampleFamily, 'id' | 'profile'>) => system.asFamily(who, 'getMyWaiting');
      expect((await seen(adult)).body).toEqual((await seen(family)).body);
    }
  });

  it('goes to the waiting list of its slot first [TRM-05] [WAI-04]', async () => {
    const { next, one } = await givenKept();
    const nextClass = await classOf(next);
    const waiting = await storedFamily(table, { children: [{ name: 'Zoe' }] });
    await addToList(nextClass, waiting);
    await decline(one);
    await system.tick();
    const entries = await listApplications(table, at(nextClass.time_slots, 0).id);
    const own = entries.find(({ parent_id }) => parent_id === waiting.id);
    expect(own?.offer_id).not.toBeNull();
    expect(await slotsOf(next)).toEqual([{ taken: 2, booked: 0, held: 2 }]);
  });

  it('shows the office who stays, with the phones of those to call [TRM-10]', async () => {
    const { cls, family, next, one, two } = await givenKept(3);
    const late = await storedFamily(table, { children: [{ name: 'Late' }] });
    await book(cls, late);
    const params = { classId: cls.id };
    const answers = async () => {
      const { children } = await admin.read('getWhoStays', { params });
      return children.map(({ child_name, answer }) => `${child_name}: ${answer}`).toSorted();
    };
    const names = await Promise.all([one, two].map(async (link) => (await viewOf(link)).child_names[0]));
    expect(await answers()).toEqual(['Ana: no-answer', 'Ben: no-answer', 'Late: no-room']);
    await keep(one);
    await decline(two);
    const expected = [`${names[0]}: kept`, `${names[1]}: declined`, 'Late: no-room'];
    expect(await answers()).toEqual(expected.toSorted());
    const { body } = await admin.call('getWhoStays', { params });
    expect(JSON.stringify(body)).toContain(family.profile.phone_number);
    for (const [id, shown] of [
      [next, { children: [] }],
      [cls.id, { code: 'classNotFound' }],
    ] as const) {
      expect(await beginClassDeletion(table, await classOf(id), [])).toMatchObject({ outcome: 'done' });
      expect((await admin.call('getWhoStays', { params })).body).toMatchObject(shown);
    }
    const classId = (await givenClass(1)).id;
    expect(await admin.read('getWhoStays', { params: { classId } })).toEqual({ children: [] });
  });

  it('says where its child is outside of the ages then, with the programmes of its age [TRM-07]', async () => {
    const cls = await givenClass(2);
    // Twelve on October 1, 2025; the programme is for ages 6-11.
    const family = await storedFamily(table, {
      children: [{ name: 'Ana', date_of_birth: date('2013-10-01') }],
    });
    await book(cls, family);
    await publishNext(cls);
    const [link] = linksTo(family);
    expect(link && (await viewOf(link)).renewal).toMatchObject({
      age_note: 'Juniorballerz is for ages 6-11',
      suited_types: ['eliteballerz'],
    });
  });

  it('ends with its child, and leaves no trace of it [TRM-03]', async () => {
    const { cls, family, next } = await givenKept();
    const [child] = family.children;
    await dropApplicationsOfChild(deps, family.id, at(family.children, 0).id);
    expect(await slotsOf(next)).toEqual([{ taken: 1, booked: 0, held: 1 }]);
    const left = await listRenewals(table, cls.id);
    expect(left.map(({ child_id }) => child_id)).not.toContain(child?.id);
    await dropFamilyWaiting(deps, family.id);
    expect(await listRenewals(table, cls.id)).toEqual([]);
    expect(await slotsOf(next)).toEqual([{ taken: 0, booked: 0, held: 0 }]);
  });
});
