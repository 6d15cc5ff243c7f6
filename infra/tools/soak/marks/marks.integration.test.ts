import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import {
  type Interceptor,
  lost,
  type Mutant,
  rewritten,
  seedThatDetects,
  type TableRequest,
  textOf,
} from '#infra/testing/mutants/mutant';
import { repetitions, reportProgress } from '#infra/testing/runner/slowness';
import { captureLog } from '#infra/testing/services/start-tests';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import type { Mark } from '#shared/registers/register';
import { brokenByMarks } from './run.ts';

type MergeRule = (marks: Iterable<Mark>) => Mark | null;

/** Replaces the rule of which mark counts; undefined for the product's own. */
const replaced = vi.hoisted((): { rule: MergeRule | undefined } => ({ rule: undefined }));
vi.mock('#shared/registers/marks', async (original) => {
  const own = await original<typeof import('#shared/registers/marks')>();
  return { ...own, countingMark: (marks: Iterable<Mark>) => (replaced.rule ?? own.countingMark)(marks) };
});

captureLog();
let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
afterEach(() => {
  replaced.rule = undefined;
});

it('phones that mark at once, with wrong clocks, lost answers and repetitions, make one register [REG-04, REG-06, REG-13]', async () => {
  const runs = repetitions(100, { inTest: 3 });
  for (let seed = 1; seed <= runs; seed += 1) {
    expect(await brokenByMarks(table, seed), `seed ${seed}`).toEqual([]);
    reportProgress('Marks', { done: seed, all: runs });
  }
});

const isMark = ({ operation, input }: TableRequest): boolean =>
  operation === 'UpdateItem' && textOf(input).includes(':mark');

/** Each mark of a child takes the place of the one before. */
const oneAttribute = (): Interceptor => (request, forward) => {
  if (!isMark(request)) return forward(request.input);
  const names: object = Reflect.get(request.input, 'ExpressionAttributeNames');
  const { ConditionExpression: _, ...input } = Object(request.input);
  return forward({ ...input, ExpressionAttributeNames: { ...names, '#mark': 'mrk_0000000000000000' } });
};

const mutants: readonly Mutant[] = [
  { name: 'a mark is answered and not stored', intercept: lost(isMark, 5) },
  { name: 'a mark replaces the one before', intercept: oneAttribute },
  {
    name: 'a mark that is sent again is received again',
    intercept: rewritten(
      isMark,
      'attribute_not_exists(#mark)',
      '(attribute_not_exists(#mark) OR attribute_exists(#mark))',
    ),
  },
];

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);
const run = (seed: number, interceptor?: Interceptor) => brokenByMarks(table, seed, interceptor);

it.each(mutants)('the checks detect that $name', { tags: 'exhaustive' }, async (mutant) => {
  expect(await seedThatDetects(mutant, seeds, run)).toBeDefined();
});

const orders: Readonly<Record<string, (one: Mark, other: Mark) => number>> = {
  'the earlier tap counts': (one, other) => (one.at < other.at ? -1 : 1),
  'the attendance decides before the time': (one, other) =>
    one.attendance === other.attendance
      ? one.at > other.at
        ? -1
        : 1
      : one.attendance > other.attendance
        ? -1
        : 1,
  'absent counts at the same time': (one, other) =>
    one.at === other.at ? (one.attendance === 'absent' ? -1 : 1) : one.at > other.at ? -1 : 1,
  'the later time counts on one phone too': (one, other) =>
    one.at === other.at ? (one.attendance === 'present' ? -1 : 1) : one.at > other.at ? -1 : 1,
  'the mark that arrived last counts': (one, other) =>
    String(Reflect.get(one, 'received_at')) > String(Reflect.get(other, 'received_at')) ? -1 : 1,
};

it.each(Object.keys(orders))('the checks detect that %s [REG-06]', { tags: 'exhaustive' }, async (name) => {
  replaced.rule = (marks) => [...marks].toSorted(orders[name])[0] ?? null;
  let detected = false;
  for (const seed of seeds) detected ||= (await run(seed)).length > 0;
  expect(detected).toBe(true);
});
