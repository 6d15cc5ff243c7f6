import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asOperator } from '#infra/local/roles/roles';
import { putClass } from '#infra/local/seed/put';
import { at, sampleClass, sampleMessage } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import { calendarDateSchema, instantSchema } from '#shared/lib/values';
import { messageContentSchema } from '#shared/messages/message';
import { date } from '#shared/testing/values';
import { listDue, storeDueBegun } from '../lib/due-work.ts';
import { messageKey } from '../lib/dynamo/keys-of-people.ts';
import { deleteItem } from '../lib/dynamo/writes.ts';
import { messageIdOf } from '../messages/messages.ts';

const system = await startTests(messageSteps);
const { logged } = system;

const messages = async () =>
  (await system.items())
    .filter(({ entity }) => entity === 'message')
    .map(({ kind, audience }) => `${kind} ${Object(audience).date ?? ''}`.trim())
    .toSorted();

/** A run whose time the test moves. Work that does not end is given up where `isEndless` says so. */
const runTime = () => {
  let now = 0;
  return {
    elapsed: () => now,
    expire: (_: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        endPiece = resolve;
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
    pass: (ms: number) => {
      now += ms;
    },
  };
};
let endPiece: () => void = () => {};

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
    // Without a session on these days.
    await putClass(system.table, sampleClass({ overrides: { end_date: date('2025-09-20') } }));
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

  it('whose message is stored already goes on with the next day [JOB-03]', async () => {
    const day = date('2025-09-27');
    const message = { ...sampleMessage(), id: messageIdOf('reminder', day), kind: 'reminder', facts: {} };
    await system.store(messageContentSchema.parse({ ...message, audience: { kind: 'day', date: day } }));
    system.setTime(eve);
    await system.tick();
    expect(logged.join()).toContain('"event":"due.done","kind":"reminders","day":"2025-09-27"');
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

type Send = typeof system.table.client.send;

/** Stands between the product and the engine, until it is restored or the test ends. */
const onRequests = (
  answer: (command: Parameters<Send>[0], send: () => ReturnType<Send>) => ReturnType<Send>,
) => {
  const { client } = system.table;
  const send = client.send.bind(client);
  const spy = vi
    .spyOn(client, 'send')
    .mockImplementation((...request: Parameters<Send>) => answer(request[0], () => send(...request)));
  spies.push(spy);
  return spy;
};
const spies: { mockRestore: () => void }[] = [];
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore();
});

/** Has the engine do something else for the transactions about an item. */
const onRequestsFor = (id: string, instead: () => Promise<never>) => {
  return onRequests(({ constructor: { name }, input }, send) =>
    name === 'TransactWriteCommand' && JSON.stringify(input).includes(id) ? instead() : send(),
  );
};

describe('a piece of work that keeps on', () => {
  const givenTwo = async () => {
    const stuck = await system.store(sampleMessage());
    system.passTime(1_000);
    const fine = await system.store(sampleMessage());
    await system.waiting();
    system.passTime(300_000);
    return { stuck, fine };
  };
  const aside = () => logged.filter((line) => line.includes('"event":"due.set-aside"'));

  it('failing is tried after all others, is set aside at the third time, rings at each run, and is done once it can be [OPS-06]', async () => {
    const { stuck, fine } = await givenTwo();
    const broken = onRequestsFor(stuck.id, () => Promise.reject(new Error('broken')));
    await expect(system.tick()).rejects.toThrow('1 of 2 pieces');
    expect(await system.waiting()).toMatchObject([{}]);
    expect(aside()).toEqual([]);
    // The next runs have other work, which is done first.
    for (const _ of [1, 2]) {
      system.passTime(300_000);
      await system.tick().catch(() => {});
      expect(await system.waiting()).toMatchObject([{}]);
    }
    expect(aside()).toEqual([expect.stringContaining('"entity":"message","tries":3')]);
    // It is left alone for an hour, and does not fail the run.
    const tried = vi.mocked(system.table.client.send).mock.calls.length;
    system.passTime(300_000);
    await system.tick();
    expect(aside()).toHaveLength(2);
    expect(JSON.stringify(vi.mocked(system.table.client.send).mock.calls.slice(tried))).not.toContain(
      stuck.id,
    );
    broken.mockRestore();
    await system.waiting();
    system.passTime(3_600_000);
    await system.tick();
    expect((await system.waiting()).length).toBe(2);
    system.passTime(300_000);
    await system.tick();
    expect(aside()).toHaveLength(2);
    expect((await system.items()).filter(({ entity }) => entity === 'due-try')).toEqual([]);
    expect(fine.id).not.toBe(stuck.id);
  });

  it('running is given up, and the rest is done in the same run [OPS-06]', async () => {
    const { stuck } = await givenTwo();
    const time = runTime();
    const endless = onRequestsFor(stuck.id, () => {
      endPiece();
      return new Promise<never>(() => {});
    });
    await expect(system.tick(time)).rejects.toThrow('1 of 2 pieces');
    expect(await system.waiting()).toHaveLength(1);
    endless.mockRestore();
  });

  it('ending its run comes last in the next one, and is set aside at the third time [OPS-06]', async () => {
    const { stuck, fine } = await givenTwo();
    // As a run leaves it that ends in the middle.
    const works = await asOperator(() => listDue(system.table, system.now()));
    const first = at(
      works.filter(({ item }) => item.id === stuck.id),
      0,
    );
    await asOperator(() => storeDueBegun(system.table, first, system.now()));
    await system.tick();
    const done = logged.filter((line) => line.includes('"event":"due.done"'));
    expect(done.map((line) => JSON.parse(line).message)).toEqual([fine.id, stuck.id]);
    system.passTime(300_000);
    for (const _ of [1, 2, 3]) await asOperator(() => storeDueBegun(system.table, first, system.now()));
    await system.tick();
    expect(aside()).toHaveLength(1);
  });
});

it('a run that has had its time leaves the rest to the next one [OPS-06]', async () => {
  const messages = [await system.store(sampleMessage()), await system.store(sampleMessage())];
  await system.waiting();
  system.passTime(300_000);
  const time = runTime();
  const slow = onRequests((command, send) => {
    if (command.constructor.name === 'TransactWriteCommand') time.pass(60_000);
    return send();
  });
  await system.tick(time);
  expect(await system.waiting()).toHaveLength(1);
  expect(logged.join()).toContain('"event":"due.left","pieces":1');
  slow.mockRestore();
  await system.tick(runTime());
  expect(await system.waiting()).toHaveLength(1);
  expect(messages).toHaveLength(2);
});

describe('the nightly removal of notes', () => {
  const answer = { version: 1, at: instantSchema.parse('2024-02-01T10:00:00.000Z') };
  const old = { created_at: answer.at, medical_conditions: 'Asthma', health_answer: answer };

  it('goes on in the next run where it needs more than one, asks each family once, and keeps nothing else waiting [OPS-06]', async () => {
    await system.scheduleDaily();
    const count = 50;
    for (let index = 0; index < count; index += 1) {
      // Half of them were asked long ago.
      const asked = index % 2 === 0 ? {} : { card_goes_on: calendarDateSchema.parse('2025-09-20') };
      await storedFamily(system.table, { children: [{ ...old, ...asked }] });
    }
    const cards = async () =>
      (await system.items()).filter(({ medical_conditions }) => medical_conditions === 'Asthma').length;
    // 3:00 of the next night.
    system.setTime(new Date('2025-09-24T02:00:00Z'));
    let runs = 0;
    while (!(await messages()).includes('card-keep')) {
      runs += 1;
      const time = runTime();
      // Each page of families takes as long as a piece of work has.
      const slow = onRequests(({ input }, send) => {
        if (JSON.stringify(input).includes('"FAMILIES"')) time.pass(31_000);
        return send();
      });
      const other = await system.store(sampleMessage());
      await system.waiting();
      system.passTime(300_000);
      await system.tick(time);
      slow.mockRestore();
      expect([other.id, JSON.stringify(await system.waiting()).includes(other.id)]).toEqual([other.id, true]);
      if (runs > 10) throw new Error('It does not end');
    }
    expect(runs).toBeGreaterThan(2);
    expect(await cards()).toBe(count / 2);
    const [message] = (await system.items()).filter(({ kind }) => kind === 'card-keep');
    expect(Object(message?.audience).parent_ids).toHaveLength(count / 2);
  });
});
