import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at, type SampleFamily, sampleNow } from '#infra/testing/samples/samples';
import { addSecondAdult } from '#infra/testing/samples/stored';
import { startWaitingTests } from '#infra/testing/services/waiting-system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import type { FootballClass } from '#shared/classes/class';
import { minuteMs } from '#shared/lib/durations';
import { memberPath } from '../accounts/stored-families.ts';
import { listBookingsOfParent } from '../booking/bookings.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import { familyKey } from '../lib/dynamo/keys-of-people.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import { readOffers } from './offers.ts';

const { system, scenes } = await startWaitingTests();

const withoutEmail = ({ id, profile }: SampleFamily) =>
  updateItem(system.table, familyKey(id), { set: { [`${memberPath(profile.id)}.email`]: '' } });

const unheard = async () => {
  return (await system.admin.read('listUnheardOffers')).offers;
};

const declineForThem = (offerId: string, stays: boolean) =>
  system.admin.call('declineOfferForFamily', { params: { offerId }, body: { stays } });

const loggedOf = async (subject: string) => {
  const { body } = await system.admin.call('listActivity');
  const entries: { readonly action: string; readonly subject_id: string; readonly actor_id: string }[] =
    Object(body).entries;
  return entries
    .filter(({ subject_id }) => subject_id === subject)
    .map(({ action, actor_id }) => [action, actor_id]);
};

const stateOf = async (id: Parameters<typeof readOffers>[1][number]) =>
  (await readOffers(system.table, [id]))[0]?.state;

const bookForThem = (
  family: SampleFamily,
  cls: FootballClass,
  {
    children = [0],
    isTrial = false,
    reason = null,
    key = randomUUID(),
  }: { children?: number[]; isTrial?: boolean; reason?: string | null; key?: string } = {},
) => {
  const [first, ...others] = children.map((child) => ({
    child_id: at(family.children, child).id,
    amount: isTrial ? 2_000 : 12_000,
  }));
  const order = {
    class_id: cls.id,
    time_slot_id: at(cls.time_slots, 0).id,
    is_trial: isTrial,
    trial_date: isTrial ? '2025-09-27' : null,
    calendar_version: 0,
    ...first,
    ...(others.length > 0 && { siblings: others }),
  };
  return system.admin.call('bookForFamily', {
    params: { parentId: family.id },
    body: { order, above_capacity: reason },
    headers: { 'idempotency-key': key },
  });
};

describe('an offer that no email reaches', () => {
  it('is listed with its family’s phones and its deadline, until it is answered, and shown with its family [WAI-16, BHF-07]', async () => {
    const { cls, families, offer } = await scenes.givenOffer(2);
    const family = at(families, 0);
    const own = async () => (await unheard()).filter(({ class_id }) => class_id === cls.id);
    expect(await own()).toEqual([]);
    await withoutEmail(family);
    const { full_name, phone_number } = family.profile;
    const listed = {
      id: offer.id,
      parent_id: family.id,
      parent_name: full_name,
      adults: [{ full_name, phone_number }],
      until: offer.until,
      child_names: ['Child 0'],
      amount: 12_000,
      time_slot_id: offer.time_slot_id,
    };
    expect(await own()).toMatchObject([listed]);
    const shown = await system.admin.call('getFamilyWaiting', { params: { parentId: family.id } });
    expect(shown.body).toEqual(await scenes.waitingOf(family));
    // One mailbox that works is enough.
    const adult = await addSecondAdult(system.table, family.id);
    expect(await own()).toEqual([]);
    await updateItem(system.table, familyKey(family.id), { set: { [`${memberPath(adult.id)}.email`]: '' } });
    expect(await own()).toMatchObject([{ id: offer.id, adults: [{}, { full_name: adult.full_name }] }]);
    expect((await declineForThem(offer.id, false)).status).toBe(200);
    expect(await own()).toEqual([]);
  });
});

describe('the office, for a family', () => {
  it('takes an offer: booked at its price, once, with who did it on the booking, the offer and in the log [WAI-16]', async () => {
    const { cls, families, offer } = await scenes.givenOffer(2);
    const family = at(families, 0);
    const key = randomUUID();
    for (let repetition = 0; repetition < 2; repetition += 1)
      expect(await scenes.takeForThem(offer.id, key)).toMatchObject({
        status: 200,
        body: { id: offer.id, state: 'taken' },
      });
    const office = system.admin.userId;
    const [booking, ...more] = await listBookingsOfParent(system.table, family.id);
    expect([booking, more]).toMatchObject([{ booked_by: office, amount: 12_000, is_trial: false }, []]);
    expect(booking?.booked_by_adult).toBeUndefined();
    expect(booking?.above_capacity).toBeUndefined();
    expect(await readOffers(system.table, [offer.id])).toMatchObject([
      { state: 'taken', answered_by: office },
    ]);
    expect(await loggedOf(offer.id)).toEqual([['waiting.offer-taken', office]]);
    expect(await system.countersOf(cls)).toMatchObject({ booked: 1, offered: 0, waiting: 1, free: 0 });
    expect((await getFamilyLedger(system.table, family.id))?.charged).toBe(12_000);
    expect(await scenes.takeForThem(offer.id)).toMatchObject({ body: { code: 'offerEnded' } });
  });

  it.each([
    [true, [2]],
    [false, []],
  ])(
    'declines an offer: its entry stays last, or leaves; the next family is asked [WAI-16]',
    async (stays, ranks) => {
      const { cls, families, offer } = await scenes.givenOffer(3);
      system.setTime(new Date(system.now().getTime() + minuteMs));
      for (let repetition = 0; repetition < 2; repetition += 1)
        expect(await declineForThem(offer.id, stays)).toMatchObject({
          status: 200,
          body: { state: 'declined' },
        });
      await system.tick();
      expect((await system.offersOf(cls)).map(({ parent_id }) => parent_id)).toEqual([at(families, 1).id]);
      expect(await scenes.ranksOf(at(families, 0))).toEqual(ranks);
      const office = system.admin.userId;
      expect(await loggedOf(offer.id)).toEqual([['waiting.offer-declined', office]]);
      expect(await readOffers(system.table, [offer.id])).toMatchObject([{ answered_by: office }]);
      // It is no change of the family's own, of which it has a number each hour.
      expect((await getFamilyLedger(system.table, at(families, 0).id))?.hour_changes ?? 0).toBe(1);
    },
  );

  it('is refused what has ended, and what is not there [WAI-16]', async () => {
    const { families, offer } = await scenes.givenOffer(1);
    expect((await scenes.take(at(families, 0), offer.id)).status).toBe(200);
    const before = await system.items();
    for (const answer of [await scenes.takeForThem(offer.id), await declineForThem(offer.id, true)])
      expect(answer).toMatchObject({ status: 409, body: { code: 'offerEnded' } });
    const unknown = `${offer.id.slice(0, -4)}0000`;
    for (const answer of [await scenes.takeForThem(unknown), await declineForThem(unknown, true)])
      expect(answer).toMatchObject({ status: 404, body: { code: 'offerNotFound' } });
    expect(await system.items()).toEqual(before);
  });

  it('answers at the moment at which the family answers and the offer runs out: one of them does [WAI-16, WAI-09]', async () => {
    for (let round = 0; round < 6; round += 1) {
      system.setTime(sampleNow);
      const { cls, families, offer } = await scenes.givenOffer(2);
      const family = at(families, 0);
      system.setTime(offer.until);
      const [, own, office, booked] = await Promise.all([
        system.tick().catch(() => undefined),
        round % 2 === 0 ? scenes.take(family, offer.id) : scenes.decline(family, offer.id, true),
        round % 3 === 0 ? declineForThem(offer.id, false) : scenes.takeForThem(offer.id),
        bookForThem(family, cls),
      ]);
      for (const answer of [own, office])
        if (answer.status >= 300) expect(answer).toMatchObject({ body: { code: 'offerEnded' } });
      if (booked.status >= 300)
        expect(Object(booked.body).code).toMatch(/alreadyBooked|slotFull|calendarChanged|busy/);
      const [{ state, answered_by } = {}] = await readOffers(system.table, [offer.id]);
      const bookings = await listBookingsOfParent(system.table, family.id);
      expect(bookings.length).toBeLessThanOrEqual(1);
      if (state === 'taken') expect(bookings).toHaveLength(1);
      expect((await getFamilyLedger(system.table, family.id))?.charged ?? 0).toBe(bookings.length * 12_000);
      // A decline that was stored before gets the same answer; the log has who did it.
      const isAnswer = answered_by === system.admin.userId && booked.status >= 300;
      const logged = (await loggedOf(offer.id)).map(([action]) => action);
      expect(logged).toEqual(isAnswer ? [`waiting.offer-${state}`] : []);
      await system.tick();
      const { booked: taken, offered, free } = await system.countersOf(cls);
      expect(taken + offered + free).toBe(1);
    }
  });
});

describe('a booking by the office of a child that has an offer there', () => {
  it('takes the offer: the slot is neither full nor above its capacity [WAI-16]', async () => {
    const { cls, families, offer } = await scenes.givenOffer(2);
    const family = at(families, 0);
    const slot = { classId: cls.id, slotId: at(cls.time_slots, 0).id };
    const seen = await system.admin.call('getFamilySlot', { params: { parentId: family.id, ...slot } });
    expect(Object(seen.body).offers).toEqual([{ child_ids: offer.child_ids, until: offer.until }]);
    const key = randomUUID();
    // A reason that was entered for nothing marks nothing.
    for (const reason of ['Twins', 'Twins'])
      expect((await bookForThem(family, cls, { key, reason })).status).toBe(201);
    const office = system.admin.userId;
    const [booking, ...more] = await listBookingsOfParent(system.table, family.id);
    expect([booking, more]).toMatchObject([{ booked_by: office, amount: 12_000 }, []]);
    expect(booking?.above_capacity).toBeUndefined();
    expect(await readOffers(system.table, [offer.id])).toMatchObject([
      { state: 'taken', answered_by: office },
    ]);
    expect(await loggedOf(booking?.id ?? '')).toEqual([['booking.made', office]]);
    expect((await scenes.waitingOf(family)).entries).toEqual([]);
    expect(await system.countersOf(cls)).toMatchObject({
      booked: 1,
      offered: 0,
      waiting: 1,
      kept: 0,
      free: 0,
    });
    await system.tick();
    expect(await system.offersOf(cls)).toEqual([]);
  });

  it.each([
    ['taken by the family', 'alreadyBooked', (family: SampleFamily, id: string) => scenes.take(family, id)],
    [
      'declined by the family',
      'slotFull',
      (family: SampleFamily, id: string) => scenes.decline(family, id, true),
    ],
    [
      'withdrawn',
      'slotFull',
      (_: SampleFamily, offerId: string) => system.admin.call('withdrawOffer', { params: { offerId } }),
    ],
  ])('is refused where the offer is %s at the same moment [WAI-16, WAI-09]', async (_, code, answer) => {
    const { cls, families, offer } = await scenes.givenOffer(2);
    const family = at(families, 0);
    const booked = await withChangeBetween(
      system.table,
      () => answer(family, offer.id),
      () => bookForThem(family, cls),
    );
    expect(booked).toMatchObject({ status: 409, body: { code } });
    const isTaken = code === 'alreadyBooked';
    expect((await system.countersOf(cls)).booked).toBe(isTaken ? 1 : 0);
    expect((await listBookingsOfParent(system.table, family.id)).length).toBe(isTaken ? 1 : 0);
  });

  it('needs a reason as before where the offer is another family’s, or another child’s [WAI-16, BHF-01]', async () => {
    const { cls, families } = await scenes.givenOffer(2);
    const other = at(families, 1);
    expect(await bookForThem(other, cls)).toMatchObject({ body: { code: 'slotFull' } });
    expect((await bookForThem(other, cls, { reason: 'A mistake of ours' })).status).toBe(201);
    expect(await system.countersOf(cls)).toMatchObject({ booked: 1, offered: 1, waiting: 0, free: -1 });
  });

  it('of a trial uses the place that was held, and ends the offer [WAI-16]', async () => {
    const { cls, families, offer } = await scenes.givenOffer(2);
    const answer = await bookForThem(at(families, 0), cls, { isTrial: true });
    expect(answer).toMatchObject({ status: 201, body: { is_trial: true } });
    expect(await stateOf(offer.id)).toBe('void');
    expect(await system.countersOf(cls)).toMatchObject({ booked: 1, offered: 0, waiting: 1, free: 0 });
  });

  it.each([
    ['both', [0, 1], { booked: 2, offered: 0, free: 0 }],
    ['one, while nobody else waits', [0], { booked: 1, offered: 0, free: 1 }],
  ])('of siblings who get places together takes them for %s [WAI-16]', async (_, children, counters) => {
    const { cls, siblings } = await scenes.givenSiblingOffer();
    expect((await bookForThem(siblings, cls, { children })).status).toBe(201);
    expect(await system.countersOf(cls)).toMatchObject(counters);
    expect((await listBookingsOfParent(system.table, siblings.id)).length).toBe(children.length);
  });

  it('gives the place of a sibling who is not booked to the next family [WAI-16, WAI-04]', async () => {
    const { cls, siblings } = await scenes.givenSiblingOffer();
    const next = await system.familyOf('Eve');
    await system.join(next, cls);
    expect((await bookForThem(siblings, cls)).status).toBe(201);
    await system.tick();
    expect((await system.offersOf(cls)).map(({ parent_id }) => parent_id)).toEqual([next.id]);
    expect(await system.countersOf(cls)).toMatchObject({ booked: 1, offered: 1, waiting: 0, free: 0 });
  });
});
