import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { at, sampleNow } from '#infra/testing/samples/samples';
import { runMessenger } from '#infra/testing/services/background';
import { startSystem } from '#infra/testing/services/system';
import { type WaitingSystem, waitingSteps } from '#infra/testing/services/waiting-system';
import { insertRecord } from '#infra/testing/table/all-items';
import type { FootballClass } from '#shared/classes/class';
import { slotItem } from '../classes/classes.ts';

let system: WaitingSystem;
beforeAll(async () => {
  system = await startSystem(waitingSteps);
});
afterAll(() => system.stop());
beforeEach(() => {
  system.setTime(sampleNow);
  vi.spyOn(console, 'info').mockReturnValue();
});

const deps = () => ({ ...system.deps, elapsed: () => 0, pause: async () => {}, mailsPerSecond: 10 });

/** The stream's record of a change of the first slot. */
const changeOf = (cls: FootballClass): DynamoDBRecord => ({
  ...insertRecord(slotItem(at(cls.time_slots, 0), 0)),
  eventName: 'MODIFY',
});

const givenKeptPlace = async () => {
  const { cls, booked } = await system.fullClass();
  for (const name of ['Ana', 'Ben']) await system.join(await system.familyOf(name), cls);
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
  const failed = vi.spyOn(console, 'error').mockReturnValue();
  const broken = { ...system.table, name: 'no-such-table' };
  expect(await runMessenger([changeOf(cls)], { ...deps(), table: broken })).toEqual({
    batchItemFailures: [],
  });
  expect(failed).toHaveBeenCalledOnce();
  expect(await system.countersOf(cls)).toMatchObject({ offered: 0, kept: 1 });
  await system.tick();
  expect(await system.countersOf(cls)).toMatchObject({ offered: 1, kept: 0 });
});
