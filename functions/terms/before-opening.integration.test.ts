import { describe, expect, it } from 'vitest';
import {
  InjectedFault,
  type Interceptor,
  intercepting,
  interruptAt,
  textOf,
} from '#infra/testing/mutants/mutant';
import { at, formOf, type SampleFamily, sampleNow } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { runDue } from '#infra/testing/services/background';
import { startTermTests } from '#infra/testing/services/term-tests';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { dayMs, minuteMs } from '#shared/lib/durations';
import type { ClassId } from '#shared/lib/ids';
import { byRank } from '#shared/waiting/waiting';
import { memberPath } from '../accounts/stored-families.ts';
import { endBooking } from '../booking/end-booking.ts';
import { familyKey } from '../lib/dynamo/keys-of-people.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import { listApplications } from '../waiting/applications.ts';
import { settleList } from '../waiting/ask-list.ts';

const tests = await startTermTests();
const { system, table, deps, admin, givenClass, book, planned, publishNext, linksTo, decline, keep } = tests;
const { classOf, changeDraft, statesOf } = tests;

const openings = { opens_for_current_at: '2025-10-01T09:00:00.000Z', opens_at: '2025-10-03T09:00:00.000Z' };
const afterOpening = (instant: string) => system.setTime(new Date(Date.parse(instant) + 1000));

const placeIn = async (id: ClassId, { id: parent_id, children }: SampleFamily) => ({
  parent_id,
  class_id: id,
  time_slot_id: at((await classOf(id)).time_slots, 0).id,
  child_ids: children.map((child) => child.id),
});

const join = async (id: ClassId, own: SampleFamily) => {
  const { parent_id: _, ...body } = await placeIn(id, own);
  return system.asFamily(own, 'joinWaitingList', { body });
};

const addByOffice = async (id: ClassId, own: SampleFamily) =>
  admin.call('addToWaitingList', { body: await placeIn(id, own) });

const slotOf = async (id: ClassId) => at((await classOf(id)).time_slots, 0);
const listOf = async (id: ClassId) => listApplications(table, (await slotOf(id)).id);
const entriesOf = async (id: ClassId) =>
  (await listOf(id)).map(({ parent_id, offer_id }) => ({ parent_id, isOffered: offer_id !== null }));
const entryOf = async (id: ClassId, own: SampleFamily) =>
  (await listOf(id)).find(({ parent_id }) => parent_id === own.id) ?? expect.unreachable('It is not listed');

const changeOpenings = async (id: ClassId, changed: object) => {
  const body = { ...formOf(await classOf(id)), ...changed };
  expect((await admin.call('updateClass', { params: { classId: id }, body })).status).toBe(200);
};

const takeOffer = async (id: ClassId, own: SampleFamily, calendar_version: number) => {
  const params = { offerId: String((await entryOf(id, own)).offer_id) };
  return system.asFamily(own, 'takeMyOffer', { params, body: { calendar_version } });
};
const isOffered = async (id: ClassId, own: SampleFamily) =>
  (await entriesOf(id)).find(({ parent_id }) => parent_id === own.id)?.isOffered;

/** A class of the next term with two places, kept for two of three children, that opens later. */
const givenTerm = async (families = 3) => {
  const cls = await givenClass(Math.max(families, 3));
  const own = [];
  for (let index = 0; index < families; index += 1) {
    own.push(await storedFamily(table));
    await book(cls, at(own, index));
  }
  const ids = await planned(cls);
  const [id = cls.id] = ids;
  const saved = await changeDraft(id, ({ time_slots }) => ({
    ...openings,
    time_slots: time_slots.map((slot) => ({ ...slot, max_capacity: 2 })),
  }));
  expect(saved.status).toBe(200);
  const body = { drafts: [{ id, version: 2 }], keep_until: '2025-10-07' };
  expect((await admin.call('publishTerm', { body })).status).toBe(202);
  return { cls, id, families: own };
};

const published = async (families?: number) => {
  const term = await givenTerm(families);
  await system.settle();
  return term;
};

const declineOf = async (own: SampleFamily) => expect((await decline(at(linksTo(own), 0))).status).toBe(200);
const leave = async (id: ClassId, own: SampleFamily) => {
  const params = { entryId: (await entryOf(id, own)).id };
  expect((await system.asFamily(own, 'leaveWaitingList', { params })).status).toBe(204);
};

/** Every second interruption is after the request. */
const whenAt = (step: number) => (step % 2 === 0 ? 'before' : 'after');

describe('before a class opens', () => {
  it('nobody joins its list, and the office may add who it likes [TRM-11]', async () => {
    const { id } = await published();
    const stranger = await storedFamily(table);
    for (const own of [stranger, await storedFamily(table)])
      expect((await join(id, own)).body).toMatchObject({ code: 'notOpenYet' });
    expect((await addByOffice(id, stranger)).status).toBe(201);
    afterOpening(openings.opens_for_current_at);
    expect((await join(id, await storedFamily(table))).body).toMatchObject({ code: 'notOpenYet' });
    expect((await join(id, await bookedElsewhere())).status).toBe(201);
    afterOpening(openings.opens_at);
    expect((await join(id, await storedFamily(table))).status).toBe(201);
  });

  const bookedElsewhere = async (): Promise<SampleFamily> => {
    const own = await storedFamily(table);
    await book(await givenClass(5), own);
    return own;
  };

  it('the office sees kept places that no email reaches, and keeps or declines them for the family [WAI-16]', async () => {
    const { cls, id, families } = await published();
    const listed = async () =>
      (await admin.read('listUnheardOffers')).offers.filter(({ class_id }) => class_id === id);
    expect(await listed()).toEqual([]);
    for (const { id: familyId, profile } of families)
      await updateItem(table, familyKey(familyId), { set: { [`${memberPath(profile.id)}.email`]: '' } });
    const offers = await listed();
    expect(offers.map(({ until }) => until)).toEqual(Array(2).fill('2025-10-07T19:00:00.000Z'));
    const [first, second] = [at(offers, 0), at(offers, 1)];
    const answer = (route: 'takeOfferForFamily' | 'declineOfferForFamily', offerId: string, body: object) =>
      admin.call(route, { params: { offerId }, body });
    const { calendar_version } = first;
    expect((await answer('takeOfferForFamily', first.id, { calendar_version })).status).toBe(200);
    const later = await answer('declineOfferForFamily', first.id, { stays: false });
    // The booking is cancelled as any other one: it is not given back unheard.
    expect(later).toMatchObject({ body: { code: 'offerEnded' } });
    expect(await statesOf(cls)).toEqual(['open', 'taken']);

    const book = async ({ id: parentId, children }: SampleFamily) => {
      const { time_slot_id, class_id } = await placeIn(id, at(families, 0));
      const { amount } = second;
      const terms = { is_trial: false, trial_date: null, amount, calendar_version };
      const order = { ...terms, class_id, time_slot_id, child_id: at(children, 0).id };
      return admin.call('bookForFamily', { params: { parentId }, body: { order, above_capacity: null } });
    };
    const kept = families.find((own) => own.id === second.parent_id) ?? expect.unreachable();
    const others = families.filter((own) => offers.every(({ parent_id }) => parent_id !== own.id));
    // Who found no room waits until the class opens; whose place is kept does not.
    expect(await book(at(others, 0))).toMatchObject({ body: { code: 'notOpenYet' } });
    expect(await book(kept)).toMatchObject({ status: 201 });
    expect(await statesOf(cls)).toEqual(['taken', 'taken']);
    expect(await tests.slotsOf(id)).toEqual([{ taken: 2, booked: 2, held: 0 }]);
    expect(await listed()).toEqual([]);
  });

  it('nobody joins who read it when it was open: the openings hold in the transaction [TRM-11]', async () => {
    const { id } = await published();
    afterOpening(openings.opens_at);
    const own = await storedFamily(table);
    const openLater = () => changeOpenings(id, { ...openings, opens_at: '2025-10-20T09:00:00.000Z' });
    const answer = await withChangeBetween(table, openLater, () => join(id, own));
    expect(answer.body).toMatchObject({ code: 'notOpenYet' });
  });

  it('a place that is declined goes to the child that found no room [TRM-11]', async () => {
    const { id, families } = await published();
    const [first, second, third] = [at(families, 0), at(families, 1), at(families, 2)];
    expect(await entriesOf(id)).toContainEqual({ parent_id: third.id, isOffered: false });
    const stranger = await storedFamily(table);
    await addByOffice(id, stranger);
    await declineOf(first);
    await system.tick();
    expect([await isOffered(id, third), await isOffered(id, stranger)]).toEqual([true, false]);
    // Its family takes it before the class opens.
    const taken = await takeOffer(id, third, (await slotOf(id)).calendar_version);
    expect(taken.body).toMatchObject({ state: 'taken' });
    expect(await isOffered(id, second)).toBe(true);
  });

  it('those who found no room are asked in the order of their bookings [TRM-11]', async () => {
    const { id, families } = await published(6);
    const queue = families.slice(2).map((own) => own.id);
    const listed = (await listOf(id)).filter(({ offer_id }) => offer_id === null).toSorted(byRank);
    expect(listed.map(({ parent_id }) => parent_id)).toEqual(queue);
    expect(new Set(listed.map(({ since }) => since)).size).toBe(queue.length);
  });

  it('then waits for current families until it opens for them, and opens to all when none is left [TRM-11]', async () => {
    const { id, families } = await published();
    const [first, second, third] = [at(families, 0), at(families, 1), at(families, 2)];
    await leave(id, third);
    const [stranger, current] = [await storedFamily(table), await bookedElsewhere()];
    for (const own of [stranger, current]) expect((await addByOffice(id, own)).status).toBe(201);
    await declineOf(first);
    for (const own of [stranger, current]) {
      await system.tick();
      expect(await isOffered(id, own)).toBe(false);
    }
    expect(await slotOf(id)).toMatchObject({ current_bookings: 2, held: 2 });
    afterOpening(openings.opens_for_current_at);
    await system.tick();
    expect([await isOffered(id, stranger), await isOffered(id, current)]).toEqual([false, true]);
    await declineOf(second);
    await system.tick();
    // Nobody else may be asked now: current families can book it.
    expect(await isOffered(id, stranger)).toBe(false);
    expect(await slotOf(id)).toMatchObject({ current_bookings: 1, held: 1 });
  });

  it('asks later without writing again and again, and at once where it is changed to open earlier [TRM-11]', async () => {
    const { id, families } = await published(2);
    const current = await bookedElsewhere();
    await addByOffice(id, current);
    await declineOf(at(families, 0));
    await system.tick();
    const { time_slots } = await classOf(id);
    await system.tick();
    expect((await classOf(id)).time_slots).toEqual(time_slots);
    await changeOpenings(id, { opens_for_current_at: null, opens_at: null });
    // The slot is due, if later: its change starts the step, by the stream.
    const slot = await slotOf(id);
    const [item] = (await system.items()).filter((one) => one.id === slot.id);
    expect(item).toMatchObject({ GSI1PK: 'DUE' });
    await settleList(slot, deps);
    expect(await isOffered(id, current)).toBe(true);
  });

  it('an offer is not taken that was made before the class was changed to open later [TRM-11]', async () => {
    const { id, families } = await published(2);
    const current = await bookedElsewhere();
    await addByOffice(id, current);
    await declineOf(at(families, 0));
    afterOpening(openings.opens_for_current_at);
    await system.tick();
    const later = { opens_for_current_at: '2025-10-20T09:00:00.000Z', opens_at: '2025-10-22T09:00:00.000Z' };
    await changeOpenings(id, later);
    const { calendar_version } = await slotOf(id);
    expect((await takeOffer(id, current, calendar_version - 1)).body).toMatchObject({
      code: 'calendarChanged',
    });
    expect((await takeOffer(id, current, calendar_version)).body).toMatchObject({ code: 'notOpenYet' });
    // A place that was kept in the class is taken before it opens.
    expect((await keep(at(linksTo(at(families, 1)), 0))).body).toMatchObject({ state: 'taken' });
  });

  it('lists a child without room once, and makes one link for each offer, whatever interrupts the run [TRM-11]', async () => {
    for (let step = 0, isComplete = false; !isComplete; step += 7) {
      await system.reset();
      const { cls, id } = await givenTerm();
      const records = await system.waiting();
      try {
        await system.deliver(records, { table: interruptAt(step, whenAt(step)).table(table) });
        isComplete = true;
      } catch {
        system.passTime(6 * minuteMs);
        await system.deliver(records);
        await system.settle();
      }
      expect(await statesOf(cls)).toEqual(['open', 'open']);
      const offered = (await entriesOf(id)).map(({ isOffered }) => isOffered);
      expect(offered.toSorted()).toEqual([false, true, true]);
      const links = (await system.items()).filter(({ entity }) => entity === 'offer-link');
      expect(links).toHaveLength(2);
    }
  });

  it('makes a link in place of one whose run ended right after it was stored [TRM-11]', async () => {
    await givenTerm();
    const records = await system.waiting();
    let isOver = false;
    const end: Interceptor = async ({ operation, input }, forward) => {
      if (isOver) throw new InjectedFault('The run has ended');
      const answer = await forward(input);
      isOver = operation === 'PutItem' && textOf(input).includes('"OFFERLINK#');
      if (isOver) throw new InjectedFault('The run ends');
      return answer;
    };
    await expect(intercepting(table, [end], () => system.deliver(records))).rejects.toThrow();
    system.passTime(6 * minuteMs);
    await system.deliver(records);
    await system.settle();
    expect((await system.items()).filter(({ entity }) => entity === 'offer-link')).toHaveLength(2);
  });
});

it('a class opens before its last session, as draft and as class [TRM-11]', async () => {
  const { cls, id } = await givenTerm();
  const stored = await classOf(cls.id);
  const late = (opens_at: string) => ({ ...formOf(stored), opens_for_current_at: null, opens_at });
  const update = (opens_at: string) =>
    admin.call('updateClass', { params: { classId: cls.id }, body: late(opens_at) });
  const { time_slots, ...fields } = late('2025-11-01T20:00:00.000Z');
  const slots = time_slots.map(({ start_time, end_time, max_capacity }) => ({
    start_time,
    end_time,
    max_capacity,
  }));
  const body = { ...fields, time_slots: slots };
  const [draftId = id] = await planned(await givenClass(2));
  const answers = [
    await update('9999-01-01T00:00:00.000Z'),
    await update('2025-11-01T20:00:00.000Z'),
    await admin.call('createClass', { body }),
    await admin.call('createDraft', { body }),
    await admin.call('updateDraft', { params: { classId: draftId }, body }),
  ];
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ field: 'opens_at' }] } });
  expect((await update('2025-10-31T20:00:00.000Z')).status).toBe(200);
});

it('"Who stays" counts as left whose booking ended during the term [TRM-11, TRM-10]', async () => {
  const cls = await givenClass(5);
  const endAt = async (moment: string | Date, who: SampleFamily) => {
    system.setTime(moment);
    const request = { ending: { reason: 'cancelled' }, by: 'parent', tell: false } as const;
    expect(await endBooking(deps, await book(cls, who), request)).toMatchObject({ outcome: 'ended' });
  };
  await endAt('2025-08-01T10:00:00.000Z', await storedFamily(table));
  // The term ends on November 1.
  await endAt('2025-11-02T10:00:00.000Z', await storedFamily(table));
  const [own, stays] = [await storedFamily(table), await storedFamily(table)];
  for (const who of [own, stays]) await endAt(sampleNow, who);
  // Who books again has not left.
  await book(cls, stays);
  await publishNext(cls);
  const { children } = await admin.read('getWhoStays', { params: { classId: cls.id } });
  const answers = Object.fromEntries(children.map(({ parent_id, answer }) => [parent_id, answer]));
  expect(answers).toEqual({ [own.id]: 'left', [stays.id]: 'no-answer' });
});

describe('a kept place that runs out', () => {
  const told = ({ profile }: SampleFamily, text: string) =>
    system.mails.filter(({ to, data }) => to === profile.email && data.includes(text)).length;
  const ended = 'not kept any longer';

  const givenKept = async () => {
    const cls = await givenClass(3);
    const own = await storedFamily(table, { children: [{ name: 'Ana' }, { name: 'Ben' }] });
    const other = await storedFamily(table);
    for (const child of [0, 1]) await book(cls, own, { child });
    await book(cls, other);
    await publishNext(cls);
    await keep(at(linksTo(other), 0));
    return { own, other };
  };
  const atDeadline = () => system.setTime('2025-10-07T19:00:01.000Z');

  it('is told at its own deadline, which another one of its publication does not delay or repeat [TRM-11]', async () => {
    const cls = await givenClass(1, 1);
    const [early, late] = [await storedFamily(table), await storedFamily(table)];
    await book(cls, early);
    await book(cls, late, { slot: 1 });
    // Each ends shortly before the first session of its slot.
    await tests.publish(await planned(cls), { keep_until: '2025-12-01' });
    await system.settle();
    const untilOf = (own: SampleFamily) => tests.viewOf(at(linksTo(own), 0)).then(({ until }) => until);
    const [first, second] = [await untilOf(early), await untilOf(late)];
    expect(first < second).toBe(true);
    const counts = [];
    for (const until of [first, second]) {
      afterOpening(until);
      await system.tick();
      await system.settle();
      counts.push([told(early, ended), told(late, ended)]);
    }
    expect(counts).toEqual([
      [1, 0],
      [1, 1],
    ]);
  });

  it('is told once where the timer is killed at any request [TRM-11]', async () => {
    for (let step = 0, isComplete = false; !isComplete; step += 5) {
      await system.reset();
      const { own } = await givenKept();
      atDeadline();
      const killed = interruptAt(step, whenAt(step)).table(table);
      isComplete = await runDue({ ...deps, table: killed }).then(
        () => true,
        () => false,
      );
      for (const _ of [0, 1]) {
        await system.tick();
        await system.settle();
      }
      expect(told(own, ended)).toBe(1);
    }
  });

  it('is not asked for after its deadline, nor twice at once, by a timer that was off for days [TRM-11]', async () => {
    const { own } = await givenKept();
    const asked = () => told(own, 'Please answer');
    system.setTime(new Date(sampleNow.getTime() + 12.5 * dayMs));
    await system.tick();
    await system.settle();
    expect(asked()).toBe(1);
    await system.reset();
    const late = await givenKept();
    atDeadline();
    await system.tick();
    await system.settle();
    expect([told(late.own, 'Please answer'), told(late.own, ended)]).toEqual([0, 1]);
  });
});
