import { describe, expect, it } from 'vitest';
import { at } from '#infra/testing/samples/samples';
import { addSecondAdult } from '#infra/testing/samples/stored';
import { startWaitingTests } from '#infra/testing/services/waiting-system';
import type { FootballClass } from '#shared/classes/class';
import { memberPath } from '../accounts/stored-families.ts';
import { familyKey } from '../lib/dynamo/keys-of-people.ts';
import { updateItem } from '../lib/dynamo/writes.ts';

const { system, scenes } = await startWaitingTests();

describe('an administrator', () => {
  const listOf = async (cls: FootballClass) => {
    const params = { classId: cls.id, slotId: at(cls.time_slots, 0).id };
    const { body } = await system.admin.call('getWaitingList', { params });
    const entries: {
      id: string;
      rank: number | null;
      child_names: string[];
      adults: object[];
      takes_no_mail: boolean;
      offer: { id: string } | null;
    }[] = Object(body).entries;
    return entries;
  };

  it('reads the list, puts an entry first with a reason that is logged, and removes one [WAI-03, WAI-11]', async () => {
    const { cls } = await scenes.givenList(3);
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

  it('is told to call a family whose address takes no mail, or that has none [WAI-11]', async () => {
    const { cls, families } = await scenes.givenList(2);
    const { id, profile } = at(families, 1);
    const takesNoMail = async () => (await listOf(cls)).map(({ takes_no_mail }) => takes_no_mail);
    expect(await takesNoMail()).toEqual([false, false]);
    await updateItem(system.table, familyKey(id), { set: { [`${memberPath(profile.id)}.email`]: '' } });
    expect(await takesNoMail()).toEqual([false, true]);
    // One mailbox that works is enough. Whom to call are both (FID-08).
    const adult = await addSecondAdult(system.table, id);
    expect(await takesNoMail()).toEqual([false, false]);
    expect(at(await listOf(cls), 1).adults).toEqual(
      [profile, adult].map(({ full_name, phone_number }) => ({ full_name, phone_number })),
    );
  });

  it('cannot remove a slot where families wait: the refusal says so, and nothing is stored [ADM-31]', async () => {
    const { cls, booked } = await scenes.givenList(1);
    const kept = { start_time: '15:00', end_time: '15:45', max_capacity: 5 };
    const remove = () => scenes.changeClass(cls, { time_slots: [kept] });
    const time = '9:00 AM - 9:45 AM';
    expect(await remove()).toMatchObject({
      status: 409,
      body: { code: 'slotHasBookings', detail: expect.stringContaining(`${time} has 1 booked`) },
    });
    await system.cancel(at(booked, 0).booking);
    // Kept for the list, then offered to it.
    for (const offered of [0, 1]) {
      expect(await system.countersOf(cls)).toMatchObject({ booked: 0, offered });
      expect(await remove()).toMatchObject({
        status: 409,
        body: {
          code: 'slotHasWaitingList',
          detail: expect.stringMatching(/^Families wait for a place in the time slot 9:00 AM - 9:45 AM\./),
        },
      });
      await system.tick();
    }
    const [entry] = await listOf(cls);
    const params = { slotId: at(cls.time_slots, 0).id, entryId: entry?.id ?? '' };
    expect((await system.admin.call('removeFromWaitingList', { params })).status).toBe(204);
    expect(await remove()).toMatchObject({ status: 200 });
  });

  it('adds a family, and withdraws an offer: its entry keeps its rank [WAI-11]', async () => {
    const { cls, families, offer } = await scenes.givenOffer(2);
    const added = await system.familyOf('Zoe');
    const answer = await system.admin.call('addToWaitingList', {
      body: {
        parent_id: added.id,
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
    expect(await scenes.ranksOf(at(families, 0))).toEqual([1]);
    await system.tick();
    expect((await system.offersOf(cls))[0]?.parent_id).toBe(at(families, 1).id);
  });
});
