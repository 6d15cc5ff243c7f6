import { beforeEach, describe, expect, it, vi } from 'vitest';
import { asOperator } from '#infra/local/roles/roles';
import { putClass } from '#infra/local/seed/put';
import { sampleClass, sampleMessage } from '#infra/testing/samples/samples';
import { startMessageTests } from '#infra/testing/services/start-tests';
import { dailyWorkKey } from '../lib/dynamo/keys-of-classes.ts';
import { messageKey } from '../lib/dynamo/keys-of-people.ts';
import { deleteItem, updateItem } from '../lib/dynamo/writes.ts';

const system = await startMessageTests();
const { logged } = system;

const messages = async () =>
  (await system.items())
    .filter(({ entity }) => entity === 'message')
    .map(({ kind, audience }) => `${kind} ${Object(audience).date ?? ''}`.trim())
    .toSorted();

/** Sessions of the sample class: Saturdays from September 6 on. The time is Tuesday, September 23, 2025, in London. */
const eve = new Date('2025-09-26T16:00:00Z');

it('with nothing due is one Query of half a read unit [JOB-02]', async () => {
  await system.scheduleDaily();
  const { cost } = await system.table.measure(() => system.tick());
  expect(cost.map(({ operation, tableUnits, indexUnits }) => [operation, tableUnits + indexUnits])).toEqual([
    ['Query', 0.5],
  ]);
});

describe('daily work', () => {
  beforeEach(async () => {
    await putClass(system.table, sampleClass());
    await system.scheduleDaily();
  });

  it('is due at 5 PM of the day before, in business time', async () => {
    system.setTime(new Date(eve.getTime() - 1));
    await system.tick();
    expect(await messages()).toEqual([]);
    system.setTime(eve);
    await system.tick();
    expect(await messages()).toEqual(['reminder 2025-09-27']);
  });

  it('is done once, although runs overlap and are repeated [JOB-03]', async () => {
    system.setTime(eve);
    await Promise.all(Array.from({ length: 5 }, () => system.tick()));
    await system.tick();
    expect(await messages()).toEqual(['reminder 2025-09-27']);
  });

  it('is done once, although it is scheduled again', async () => {
    system.setTime(eve);
    await system.tick();
    await deleteItem(system.table, dailyWorkKey('reminders'));
    await system.scheduleDaily();
    await system.tick();
    expect(await messages()).toEqual(['reminder 2025-09-27']);
    system.setTime(new Date('2025-10-03T16:00:00Z'));
    await system.tick();
    expect(await messages()).toEqual(['reminder 2025-09-27', 'reminder 2025-10-04']);
  });

  it('is not scheduled twice', async () => {
    system.setTime(new Date('2025-09-28T10:00:00Z'));
    await system.scheduleDaily();
    await system.tick();
    expect(logged.join()).toContain('"day":"2025-09-27","reason":"the day is over"');
  });

  it('does the useful part of the work after an outage of a day, and drops the rest with its reason [JOB-04, JOB-05]', async () => {
    system.setTime(new Date(eve.getTime() + 16 * 3_600_000));
    await system.tick();
    expect(await messages()).toEqual(['reminder 2025-09-27']);
    system.setTime(new Date('2025-10-06T10:00:00Z'));
    await system.tick();
    // The places of the trials of October 4 are still held.
    expect(await messages()).toEqual(['reminder 2025-09-27', 'trial-follow-up 2025-10-04']);
    expect(logged.join()).toContain(
      '"event":"due.dropped","kind":"reminders","day":"2025-10-04","reason":"the day is over"',
    );
    system.setTime(new Date('2025-10-10T16:00:00Z'));
    await system.tick();
    expect(await messages()).toEqual([
      'reminder 2025-09-27',
      'reminder 2025-10-11',
      'trial-follow-up 2025-10-04',
    ]);
    // The places of October 11 are held no longer, those of October 18 are.
    system.setTime(new Date('2025-10-20T10:00:00Z'));
    await system.tick();
    expect((await messages()).filter((message) => message.startsWith('trial'))).toEqual([
      'trial-follow-up 2025-10-04',
      'trial-follow-up 2025-10-18',
    ]);
  });
});

it('drops a message that is gone when its work is done, and does the rest [JOB-04]', async () => {
  const gone = await system.store(sampleMessage());
  const kept = await system.store(sampleMessage());
  await system.waiting();
  system.passTime(300_000);
  const { client } = system.table;
  const send = client.send.bind(client);
  vi.spyOn(client, 'send').mockImplementationOnce(async (...request: Parameters<typeof send>) => {
    const answer = await send(...request);
    await asOperator(() => deleteItem(system.table, messageKey(gone.id)));
    return answer;
  });
  await system.tick();
  vi.mocked(client.send).mockRestore();
  expect(logged.join()).toContain(`"message":"${gone.id}","reason":"finished or resumed meanwhile"`);
  expect(await system.waiting()).toHaveLength(1);
  expect((await system.items()).map(({ id }) => id)).toContain(kept.id);
});

it('continues after one piece of work failed, and reports the failure', async () => {
  await system.store(sampleMessage());
  const broken = await system.store(sampleMessage());
  await updateItem(system.table, messageKey(broken.id), { set: { facts: {} } });
  await system.waiting();
  system.passTime(300_000);
  await expect(system.tick()).rejects.toThrow('1 of 2 pieces of due work failed');
  expect(await system.waiting()).toHaveLength(1);
});
