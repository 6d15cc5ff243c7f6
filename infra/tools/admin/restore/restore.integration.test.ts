import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { bookingFromItem } from '#functions/booking/bookings';
import { endBooking } from '#functions/booking/end-booking';
import { takePlace } from '#functions/booking/take-place';
import { canonicalJson, type Item, keyText } from '#functions/lib/dynamo/items';
import * as classKeys from '#functions/lib/dynamo/keys-of-classes';
import * as peopleKeys from '#functions/lib/dynamo/keys-of-people';
import { batchDelete, batchPut } from '#functions/lib/dynamo/writes';
import type { Table } from '#functions/lib/table';
import { putClass } from '#infra/local/seed/put';
import { storeWorld } from '#infra/local/seed/world';
import { interruptAt, isInterruption } from '#infra/testing/mutants/mutant';
import { at, sampleBooking, sampleClass, sampleNow, sampleTimeZone } from '#infra/testing/samples/samples';
import { deleteFamily, storedFamily } from '#infra/testing/samples/stored';
import { captureLog } from '#infra/testing/services/system';
import { readAllItems } from '#infra/testing/table/all-items';
import { startTestTable, withChangeBetween } from '#infra/testing/table/test-table';
import { makeLoad } from '../../load/make-load.ts';
import { runOnRestore } from './restore.ts';
import { entityOf, partitionsOfRooms, roomOf } from './rooms.ts';

captureLog();

const text = '2026-01-01';
/** Has any attribute: for key makers that take several parts. */
const anything = new Proxy({}, { get: () => text });
const argumentsOf = [
  [text, text, text, text],
  [anything, text, text, text],
  [text, text, anything, text],
  [text, anything, text, text],
];

const partitionsMadeBy = (made: object): string[] =>
  Object.values(made).flatMap((value) => {
    if (typeof value !== 'function') return 'PK' in Object(value) ? [String(value.PK)] : [];
    for (const given of argumentsOf) {
      try {
        const key = Object(value(...given));
        return 'PK' in key ? [String(key.PK)] : [];
      } catch {
        // It takes its parts otherwise.
      }
    }
    return expect.unreachable(`no arguments for ${value.name}`);
  });

it('each partition that the product makes is in one room [REL-05]', () => {
  const partitions = [...partitionsMadeBy(classKeys), ...partitionsMadeBy(peopleKeys)];
  expect(partitions.length).toBeGreaterThan(80);
  const roomsOf = (PK: string) =>
    partitionsOfRooms.filter(([name]) => (name.endsWith('#') ? PK.startsWith(name) : PK === name));
  expect(partitions.filter((PK) => roomsOf(PK).length !== 1)).toEqual([]);
  expect(partitions.filter((PK) => roomOf({ PK }) !== roomsOf(PK)[0]?.[1])).toEqual([]);
  // No room has a partition that nothing makes.
  expect(partitionsOfRooms.filter(([name]) => !partitions.some((PK) => PK.startsWith(name)))).toEqual([]);
});

const name = 'restored-test';

const textOf = (items: readonly Item[]) => items.map(canonicalJson).toSorted();
const differences = (one: readonly Item[], other: readonly Item[]) => {
  const texts = new Set(textOf(other));
  return one.filter((item) => !texts.has(canonicalJson(item)));
};

/** A table with a copy; since then families were erased, a booking ended, and others were made. */
const startWorld = async (sizes: Parameters<typeof makeLoad>[0]) => {
  const table = await startTestTable();
  const deps = { table, clock: () => sampleNow, timeZone: sampleTimeZone };
  let isPaused = true;
  const run = (words: readonly string[], options = {}, on: Table = table) =>
    runOnRestore(
      words,
      { yes: true, ...options },
      {
        ...deps,
        table: on,
        isLocal: true,
        switchOf: { isOn: async () => isPaused, set: async () => {} },
        say: () => {},
        progress: () => () => {},
        ask: async () => false,
        pause: async () => {},
      },
    );
  const load = makeLoad(sizes, { now: sampleNow, seed: 3 });
  await storeWorld(table, load);
  expect(await run(['make', name])).toContain('has what is stored now');
  const erased = load.families.slice(0, 3).map(({ id }) => id);
  for (const familyId of erased)
    expect((await deleteFamily(deps, { familyId, by: 'parent' })).outcome).toBe('deleted');
  const ended = load.bookings.find(({ parent_id }) => !erased.includes(parent_id));
  const request = {
    ending: { reason: 'account-deleted' },
    by: 'parent',
    made_by: undefined,
    tell: false,
  } as const;
  const { outcome } = await endBooking(deps, ended ?? expect.unreachable(), request);
  expect(outcome).toBe('ended');
  const cls = sampleClass({ capacities: [5] });
  await putClass(table, cls);
  expect((await takePlace(table, sampleBooking(cls, await storedFamily(table)))).outcome).toBe('booked');
  const before = await readAllItems(table);

  /** Deletes and overwrites items that are as they were, every second one, but those of erased families; and the count of all. */
  const damage = async (count: number) => {
    const copied = new Set((await readAllItems({ ...table, name })).map(canonicalJson));
    const able = before
      .filter((item) => copied.has(canonicalJson(item)) && item.PK !== peopleKeys.peopleCountsKey.PK)
      .filter((item) => !erased.some((id) => canonicalJson(item).includes(id)))
      .toSorted((one, other) => (keyText(one) < keyText(other) ? -1 : 1));
    const every = Math.floor(able.length / count);
    const chosen = able.filter((_, index) => index % every === 0).slice(0, count);
    expect(chosen).toHaveLength(count);
    const deleted = chosen.filter((_, index) => index % 2 === 0);
    const overwritten = chosen.filter((_, index) => index % 2 === 1);
    await batchDelete(table, [...deleted, { ...peopleKeys.peopleCountsKey }]);
    await batchPut(
      table,
      overwritten.map((item) => ({ ...item, overwritten_by_mistake: true })),
    );
    return { deleted, overwritten };
  };
  return {
    ...{ table, run, before, damage },
    all: () => readAllItems(table),
    pause: (on = true) => {
      isPaused = on;
    },
  };
};

it('of 20,000 items 1,000 that were deleted and overwritten come back, nothing newer is lost, erased families stay erased, and a repetition changes nothing [REL-05]', {
  tags: 'exhaustive',
}, async () => {
  const { table, run, before, damage, all } = await startWorld({
    ...{ classes: 40, slots: 120 },
    ...{ families: 1_300, bookings: 2_500 },
  });
  onTestFinished(() => table.stop());
  expect(before.length).toBeGreaterThan(20_000);
  await damage(1_000);
  const shown = await run(['compare', name]);
  expect(shown).toMatch(/^room +missing +overwritten +newer$/m);
  expect(shown).toMatch(/^in all +500 +500 +\d+$/m);
  expect(shown).toMatch(/^Left out: \d+ of families and accounts that were erased or joined since\.$/m);
  expect(shown).toMatch(/^Left out: 1 that ended, moved or went on since\.$/m);
  const told = await run(['put-back', name, 'overwritten']);
  expect(told).toContain('In all 1000 of 1000.');
  const after = await all();
  expect(differences(before, after)).toEqual([]);
  // Where the listing begins is found again too, which the load has not.
  expect(differences(after, before).map(entityOf)).toEqual(['current-classes']);
  const again = 'In all 0 of 0.\nCounted again: 0 slots, 0 ledgers, 0 other counters.';
  expect(await run(['put-back', name, 'overwritten'])).toContain(again);
  expect(textOf(await all())).toEqual(textOf(after));
});

describe('a restore', () => {
  let world: Awaited<ReturnType<typeof startWorld>>;
  let damaged: Awaited<ReturnType<(typeof world)['damage']>>;
  const lostOf = async () => differences(world.before, await world.all());
  beforeAll(async () => {
    world = await startWorld({ classes: 4, slots: 12, families: 40, bookings: 60 });
  });
  beforeEach(async () => {
    damaged = await world.damage(120);
  });
  afterEach(async () => {
    world.pause();
    await batchPut(world.table, await lostOf());
  });
  afterAll(() => world.table.stop());

  it('brings back missing items alone, and counts what is there [REL-05]', async () => {
    const { run, all } = world;
    expect(await run(['put-back', name, 'missing'])).toContain('In all 60 of 60.');
    const after = new Map((await all()).map((item) => [keyText(item), item]));
    expect(damaged.deleted.filter((item) => !after.has(keyText(item)))).toEqual([]);
    const left = damaged.overwritten.filter((item) => !after.get(keyText(item))?.overwritten_by_mistake);
    expect(left).toEqual([]);
    expect(await run(['compare', name])).toMatch(/^in all +0 +60 +\d+$/m);
  });

  it('that is interrupted anywhere is completed by the next one [REL-05]', async () => {
    const { run, table } = world;
    for (const n of [60, 150]) {
      const cut = interruptAt(n, 'after').table(table);
      const stopped = await run(['put-back', name, 'overwritten'], {}, cut).catch((error: unknown) => error);
      expect(isInterruption(stopped)).toBe(true);
    }
    expect((await lostOf()).length).toBeGreaterThan(0);
    expect((await lostOf()).length).toBeLessThan(121);
    await run(['put-back', name, 'overwritten']);
    expect(await lostOf()).toEqual([]);
  });

  it('leaves an item that somebody changes meanwhile as it is [REL-05]', async () => {
    const { run, table, all } = world;
    const item = at(damaged.overwritten, 0);
    const now = { ...item, overwritten_by_mistake: 'again' };
    const told = withChangeBetween(
      table,
      () => batchPut(table, [now]),
      () => run(['put-back', name, 'overwritten']),
      (command, input) => command === 'PutItemCommand' && keyText(Object(input).Item) === keyText(item),
    );
    expect(await told).toContain('Changed meanwhile, and left as they are: 1.');
    expect(differences([now], await all())).toEqual([]);
  });

  it('brings back one family, and one class, and nothing else [REL-05]', async () => {
    const { run } = world;
    const bookings = damaged.deleted.filter((item) => entityOf(item) === 'booking').map(bookingFromItem);
    const { parent_id, class_id } = at(bookings, 0);
    const isOf = (id: string) => (item: Item) =>
      keyText(item).includes(id) || [item.parent_id, item.class_id, item.id].includes(id);
    expect((await lostOf()).filter(isOf(parent_id)).length).toBeGreaterThan(0);
    await run(['put-back', name, 'overwritten'], { family: parent_id });
    const afterFamily = await lostOf();
    expect(afterFamily.filter(isOf(parent_id))).toEqual([]);
    expect(afterFamily.length).toBeGreaterThan(60);
    await run(['put-back', name, 'overwritten'], { class: class_id });
    const afterClass = await lostOf();
    expect(afterClass.filter(isOf(class_id))).toEqual([]);
    expect(afterClass.length).toBeGreaterThan(40);
  });

  it('asks before it changes anything, and refuses while changes are not paused [REL-05]', async () => {
    const { run, all, pause } = world;
    const now = textOf(await all());
    expect(await run(['put-back', name, 'missing'], { yes: false })).toBe('Nothing was changed.');
    pause(false);
    await expect(run(['put-back', name, 'missing'])).rejects.toThrow('Changes are not paused');
    expect(textOf(await all())).toEqual(now);
  });

  it('says what to do with other words, and deletes the copy by its name alone', async () => {
    const { run, table } = world;
    for (const [words, text] of [
      [['drop', table.name], 'is no name for a restored table'],
      [['compare', 'restored-other'], 'There is no table restored-other'],
      [['make', name], `${name} is there`],
      [['put-back', name], 'There is no such command'],
      [['put-back', name, 'all'], 'cannot be put back'],
    ] as const)
      await expect(run(words)).rejects.toThrow(text);
    expect(await run(['drop', name])).toBe(`${name} was deleted.`);
    await expect(run(['compare', name])).rejects.toThrow('There is no table');
  });
});
