/** @module-tag exhaustive */
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { chunk, type Item } from '#functions/lib/dynamo/items';
import { batchPut } from '#functions/lib/dynamo/writes';
import { forgetSettings } from '#functions/school/settings';
import { isRead } from '#shared/contract/route';
import { type RouteName, routes } from '#shared/contract/routes';
import { startAttackStack } from '../attack/attack-stack.ts';
import { callers, createFixtures } from '../attack/fixtures.ts';
import type { Named } from '../attack/requests/question.ts';
import { routeRows } from '../attack/route-rows.ts';
import type { Call, TestStack } from '../stack/test-stack.ts';
import { readAllItems } from '../table/all-items.ts';

let stack: TestStack;
/** What is stored before each test. */
let items: Item[];
/** A request that is accepted, of each route that reads, and of each thing that it may name. */
let reads: { readonly name: string; readonly call: Call; readonly status: number }[];
beforeAll(async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  stack = await startAttackStack();
  const fixtures = await createFixtures(stack);
  const ask = async (route: RouteName, named: Named) => {
    const expected = routeRows[route].answers[named];
    const name = callers.find((caller) => typeof expected?.[caller] === 'number');
    if (!name) return undefined;
    const caller = fixtures.callers[name];
    const { by = caller, ...asked } = await routeRows[route].ask({ fixtures, name, caller, named });
    const call = { ...asked, route, token: by.token };
    const { status } = await stack.call(call);
    return { name: `${route} of ${named}, ${name}`, call, status };
  };
  const all = Object.entries(routeRows).flatMap(([route, { answers }]) =>
    Object.keys(answers).map((named) => [route as RouteName, named as Named] as const),
  );
  const isReading = ([route]: (typeof all)[number]) => isRead(routes[route]);
  // What changes something leaves items of all kinds behind. An account that is deleted reads nothing after it.
  for (const [route, named] of all.filter((row) => !isReading(row))) await ask(route, named);
  reads = [];
  for (const [route, named] of all.filter(isReading)) {
    const read = await ask(route, named);
    if (read && read.status < 400) reads.push(read);
  }
  items = await readAllItems(stack.table);
});
afterEach(() => store(items));
afterAll(() => stack.stop());

const isAttribute = (name: string) => /^(PK|SK|GSI\dPK|GSI\dSK|[a-z_]+)$/.test(name);

/** A map with attributes of the schema: the keys of other maps are ids, dates or words. */
const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  Object.keys(value).length > 0 &&
  Object.keys(value).every(isAttribute);

const deep = (value: unknown, change: (map: Record<string, unknown>) => Record<string, unknown>): unknown => {
  if (Array.isArray(value)) return value.map((part) => deep(part, change));
  if (!isMap(value)) return value;
  return change(Object.fromEntries(Object.entries(value).map(([name, part]) => [name, deep(part, change)])));
};

const store = async (items: readonly Item[]) => {
  await batchPut(stack.table, items);
  forgetSettings(stack.table);
};

const atOnce = 8;

const statuses = async () => {
  const answers = [];
  for (const some of chunk(reads, atOnce))
    answers.push(
      ...(await Promise.all(
        some.map(async ({ name, call }) => `${name}: ${(await stack.call(call)).status}`),
      )),
    );
  return answers;
};

it('reads items of every kind that have keys which it does not know [REL-01]', async () => {
  const withKey = (item: Item) =>
    deep(item, (map) => ({ ...map, of_a_newer_version: { kind: 'new' } })) as Item;

  await store(items.map(withKey));

  expect(await statuses()).toEqual(reads.map(({ name, status }) => `${name}: ${status}`));
});

const oneCause: readonly unknown[] = ['counter', 'refund', 'waiver', 'opening'];

/** Whether an attribute of an item has the value of a choice: not an id, a key, a date, an address or a typed text. */
const isChoice = (value: unknown, name: string, item: Item): boolean =>
  typeof value === 'string' &&
  /^[a-z]+([-_.][a-z]+)*$/.test(value) &&
  !['word', 'phone', 'by', 'made_by'].includes(name) &&
  !(name === 'type' && oneCause.includes(item.kind));

it('reads items of every kind with values of choices that it does not know [REL-01]', async () => {
  const having = new Map<string, Set<Item>>();
  for (const item of items)
    deep(item, (map) => {
      for (const [name, value] of Object.entries(map))
        if (isChoice(value, name, item)) having.set(name, (having.get(name) ?? new Set()).add(item));
      return map;
    });
  const broken: string[] = [];
  for (const [name, concerned] of having) {
    const changed = (item: Item) =>
      deep(item, (map) =>
        isChoice(map[name], name, item) ? { ...map, [name]: 'of-a-newer-version' } : map,
      ) as Item;
    await store([...concerned].map(changed));
    const failed = (await statuses()).filter((answer) => answer.endsWith(': 500'));
    broken.push(...failed.map((answer) => `${name}: ${answer}`));
    await store([...concerned]);
  }
  expect(broken).toEqual([]);
});
