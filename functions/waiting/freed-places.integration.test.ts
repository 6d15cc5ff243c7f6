import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { at } from '#infra/testing/samples/samples';
import { runMessenger } from '#infra/testing/services/background';
import { startWaitingTests } from '#infra/testing/services/waiting-system';
import { insertRecord } from '#infra/testing/table/all-items';
import { withChangeBetween } from '#infra/testing/table/test-table';
import type { FootballClass } from '#shared/classes/class';
import { slotItem } from '../classes/classes.ts';

const { system, scenes } = await startWaitingTests();

describe('a place that becomes free', () => {
  it('is kept for the list, and is offered to the first entry [WAI-04, WAI-05]', async () => {
    const { cls, booked, families } = await scenes.givenList(2);
    await system.cancel(at(booked, 0).booking);
    expect(await system.countersOf(cls)).toEqual({ booked: 0, offered: 0, waiting: 2, kept: 1, free: 0 });
    expect(await scenes.bookSlot(await system.familyOf('Eve'), cls)).toMatchObject({
      body: { code: 'slotFull' },
    });

    await system.tick();
    expect(await system.countersOf(cls)).toEqual({ booked: 0, offered: 1, waiting: 1, kept: 0, free: 0 });
    const [offer] = await system.offersOf(cls);
    expect(offer?.parent_id).toBe(at(families, 0).id);
    expect(await system.isDue(cls)).toBe(false);
  });

  it('is open to all where no entry waits [WAI-04]', async () => {
    const { cls, booked, families } = await scenes.givenList(1);
    const [entry] = (await scenes.waitingOf(at(families, 0))).entries;
    await system.asFamily(at(families, 0), 'leaveWaitingList', { params: { entryId: entry?.id ?? '' } });
    await system.cancel(at(booked, 0).booking);
    expect(await system.countersOf(cls)).toMatchObject({ kept: 0, free: 1 });
  });

  it('is kept for the first family that joins while the booking ends [WAI-04]', async () => {
    const { cls, booked, families } = await scenes.givenList(1);
    const [entry] = (await scenes.waitingOf(at(families, 0))).entries;
    await system.asFamily(at(families, 0), 'leaveWaitingList', { params: { entryId: entry?.id ?? '' } });
    const single = await system.familyOf('Cleo');
    await withChangeBetween(
      system.table,
      () => system.join(single, cls),
      () => system.cancel(at(booked, 0).booking),
    );
    expect(await system.countersOf(cls)).toMatchObject({ waiting: 1, kept: 1, free: 0 });
  });

  it('is open to all where no entry fits; siblings keep their rank [WAI-04, WAI-05]', async () => {
    const { cls, booked, siblings } = await scenes.givenSiblings();
    const [one, other] = booked;
    if (one) await system.cancel(one.booking);
    await system.tick();
    expect(await system.countersOf(cls)).toMatchObject({ offered: 0, kept: 0, free: 1, waiting: 1 });
    expect(await scenes.ranksOf(siblings)).toEqual([1]);

    if (other) await system.cancel(other.booking);
    await system.tick();
    expect(await system.countersOf(cls)).toMatchObject({ offered: 2, kept: 0, free: 0, waiting: 0 });
  });

  it('goes to a family that joins while no entry fits and it is opened to all [WAI-04, WAI-05]', async () => {
    const { cls, booked } = await scenes.givenSiblings();
    const single = await system.familyOf('Cleo');
    await system.cancel(at(booked, 0).booking);
    await withChangeBetween(
      system.table,
      () => system.join(single, cls),
      () => system.tick(),
    );
    expect((await system.offersOf(cls)).map(({ parent_id }) => parent_id)).toEqual([single.id]);
  });

  it('is not offered in the last 24 hours before the last session: it opens to all [WAI-06]', async () => {
    const { cls, booked } = await scenes.givenList(1);
    system.setTime(new Date('2025-10-31T12:00:00Z'));
    await system.cancel(at(booked, 0).booking);
    await system.tick();
    expect(await system.countersOf(cls)).toMatchObject({ offered: 0, kept: 0, free: 1, waiting: 1 });
  });

  it('by a higher capacity goes to a list that begins at the same time [WAI-04, WAI-05]', async () => {
    const { cls } = await scenes.givenList(0);
    const family = await system.familyOf('Ana');
    const { id, start_time, end_time, max_capacity } = at(cls.time_slots, 0);
    const time_slots = [{ id, start_time, end_time, max_capacity: max_capacity + 1 }];
    const answer = await withChangeBetween(
      system.table,
      () => system.join(family, cls),
      () => scenes.changeClass(cls, { time_slots }),
    );
    if (answer.status !== 200) expect((await scenes.changeClass(cls, { time_slots })).status).toBe(200);
    expect(await system.countersOf(cls)).toMatchObject({ waiting: 1, kept: 1, free: 0 });
  });

  it('is offered to nobody where a lower capacity takes it meanwhile [WAI-05]', async () => {
    const { cls } = await scenes.givenList(1);
    const { id, start_time, end_time } = at(cls.time_slots, 0);
    const setCapacity = (max_capacity: number) =>
      scenes.changeClass(cls, { time_slots: [{ id, start_time, end_time, max_capacity }] });
    await setCapacity(2);
    await withChangeBetween(
      system.table,
      () => setCapacity(1),
      () => system.tick(),
      (command, input) =>
        command.startsWith('Transact') && new RegExp(`${id}.*"OFFER#`).test(JSON.stringify(input)),
    );
    expect(await system.countersOf(cls)).toEqual({ booked: 1, offered: 0, waiting: 1, kept: 0, free: 0 });
  });

  it('by a higher capacity goes to the list too; lower ones take kept places, for which the list is asked no more, and no offer [WAI-04, WAI-05]', async () => {
    const { cls } = await scenes.givenList(2);
    const { id, start_time, end_time } = at(cls.time_slots, 0);
    const setCapacity = (max_capacity: number) =>
      scenes.changeClass(cls, { time_slots: [{ id, start_time, end_time, max_capacity }] });
    for (const capacity of [3, 2, 1, 2]) {
      const kept = capacity - 1;
      expect((await setCapacity(capacity)).status).toBe(200);
      expect(await system.countersOf(cls)).toEqual({ booked: 1, offered: 0, waiting: 2, kept, free: 0 });
      expect(await system.isDue(cls)).toBe(kept > 0);
    }
    await system.tick();
    expect(await system.countersOf(cls)).toMatchObject({ booked: 1, offered: 1, kept: 0 });
    expect(await setCapacity(1)).toMatchObject({
      body: {
        code: 'capacityBelowBookings',
        detail:
          'The time slot 9:00 AM - 9:45 AM has 1 booked and 1 offered already. Please enter a capacity of at least 2.',
      },
    });
  });
});

const deps = () => ({ ...system.deps, elapsed: () => 0, pause: async () => {}, mailsPerSecond: 10 });

/** The stream's record of a change of the first slot. */
const changeOf = (cls: FootballClass): DynamoDBRecord => ({
  ...insertRecord(slotItem(at(cls.time_slots, 0), 0)),
  eventName: 'MODIFY',
});

const givenKeptPlace = async () => {
  const { cls, booked } = await scenes.givenList(2);
  await system.cancel(at(booked, 0).booking);
  return cls;
};

it('makes one offer for a place, however often the change is delivered, while the timer asks too [WAI-04, WAI-14]', async () => {
  const cls = await givenKeptPlace();
  const change = changeOf(cls);
  await Promise.all([runMessenger([change, change], deps()), runMessenger([change], deps()), system.tick()]);
  await runMessenger([change], deps());
  expect(await system.countersOf(cls)).toMatchObject({ offered: 1, kept: 0, waiting: 1 });
  expect(await system.isDue(cls)).toBe(false);
});

it('skips a failing list, which the timer retries', async () => {
  const cls = await givenKeptPlace();
  const broken = { ...system.table, name: 'no-such-table' };
  expect(await runMessenger([changeOf(cls)], { ...deps(), table: broken })).toEqual({
    batchItemFailures: [],
  });
  expect(system.logged).toHaveLength(1);
  expect(await system.countersOf(cls)).toMatchObject({ offered: 0, kept: 1 });
  await system.tick();
  expect(await system.countersOf(cls)).toMatchObject({ offered: 1, kept: 0 });
});
