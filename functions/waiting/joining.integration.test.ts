import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at, type SampleFamily } from '#infra/testing/samples/samples';
import { startWaitingTests } from '#infra/testing/services/waiting-system';
import type { FootballClass } from '#shared/classes/class';

const { system, scenes } = await startWaitingTests();

describe('joining', () => {
  /** Sends one attempt of a family to join with all of its children, as often as it is called. */
  const attemptOf = (family: SampleFamily, cls: FootballClass) => {
    const child_ids = family.children.map(({ id }) => id);
    const body = { class_id: cls.id, time_slot_id: at(cls.time_slots, 0).id, child_ids };
    const headers = { 'idempotency-key': randomUUID() };
    return () => system.asFamily(family, 'joinWaitingList', { body, headers });
  };

  it('ranks by time of joining, and shows a family nothing about others [WAI-02, WAI-03]', async () => {
    const { families } = await scenes.givenList(3);
    expect(await Promise.all(families.map(scenes.ranksOf))).toEqual([[1], [2], [3]]);
    const { body } = await system.asFamily(at(families, 2), 'getMyWaiting');
    for (const other of families.slice(0, 2))
      expect(JSON.stringify(body)).not.toContain(at(other.children, 0).name);
  });

  it('again is refused; a retry of the same attempt gets its entry [WAI-02]', async () => {
    const { cls } = await scenes.givenList(0);
    const family = await system.familyOf('Ana', 'Ben');
    const attempt = attemptOf(family, cls);
    const first = await attempt();
    expect((await attempt()).body).toEqual(first.body);
    expect(await system.join(family, cls, [at(family.children, 1)])).toMatchObject({
      status: 409,
      body: { code: 'alreadyWaiting', detail: 'Ben is already on the waiting list of this time slot' },
    });
    expect(await system.countersOf(cls)).toMatchObject({ waiting: 1 });
  });

  it.each(['left the list', 'took its offer', 'let its offer run out'])(
    'retried late, after the entry %s, does not join again [BOK-53]',
    async (end) => {
      const { cls, booked } = await scenes.givenList(0);
      const family = await system.familyOf('Ana');
      const retry = attemptOf(family, cls);
      const { id } = Object((await retry()).body);
      if (end === 'left the list')
        await system.asFamily(family, 'leaveWaitingList', { params: { entryId: id } });
      else {
        await system.cancel(at(booked, 0).booking);
        await system.tick();
        const offer = at(await system.offersOf(cls), 0);
        if (end === 'took its offer') await scenes.take(family, offer.id);
        else system.setTime(offer.until);
        await system.tick();
        // The slot is full again, so that only the attempt refuses.
        if (end === 'let its offer run out') await scenes.bookSlot(await system.familyOf('Eve'), cls);
      }
      const code = end === 'took its offer' ? 'alreadyBooked' : 'joinedBefore';
      expect(await retry()).toMatchObject({ status: 409, body: { code } });
      expect((await scenes.waitingOf(family)).entries).toEqual([]);
      if (end !== 'took its offer') expect((await system.join(family, cls)).status).toBe(201);
    },
  );

  it('is refused for a child that is booked, and for a slot with places [WAI-02]', async () => {
    const { cls, booked } = await scenes.givenList(0);
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

  it('does not say that anybody can book after the last session [BOK-48]', async () => {
    const { booked, families } = await scenes.givenList(1);
    const isOpen = async () =>
      (await scenes.waitingOf(at(families, 0))).entries.map(({ is_open }) => is_open);
    // Too late to ask the list about the last session: the place opens to all.
    system.setTime(new Date('2025-10-31T20:00:00Z'));
    await system.cancel(at(booked, 0).booking);
    await system.tick();
    expect(await isOpen()).toEqual([true]);
    system.setTime(new Date('2025-11-02T10:00:00Z'));
    expect(await isOpen()).toEqual([false]);
  });
});
