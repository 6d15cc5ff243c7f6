import { expect, it } from 'vitest';
import { type Attempt, faultPlan } from './fault-plan.ts';
import { randomOf } from './random.ts';
import { testedSeeds } from './tested-seeds.ts';
import { workloadOf } from './workload.ts';

const attempt: Attempt = {
  actor: 'w1d2-1',
  call: 3,
  attempt: 1,
  operation: 'TransactWriteItems',
  isCommitted: false,
};

it('a seed says what people do and what befalls whose request, whoever comes first', () => {
  for (const seed of [1, 2, 3]) expect(workloadOf(seed)).toEqual(workloadOf(seed));
  const plan = faultPlan(7);
  const fates = [1, 2, 3, 4, 5].map((call) => plan({ ...attempt, call }));
  expect([5, 4, 3, 2, 1].map((call) => faultPlan(7)({ ...attempt, call })).toReversed()).toEqual(fates);
});

it('seeds differ', () => {
  const workloads = new Set(testedSeeds.map((seed) => JSON.stringify(workloadOf(seed))));
  expect(workloads.size).toBe(testedSeeds.length);
});

it('what is committed meets no conflict, and a call of the mailer gets through in the end', () => {
  for (const seed of testedSeeds) {
    const plan = faultPlan(seed);
    expect(plan({ ...attempt, isCommitted: true }).kind).not.toBe('conflict');
    expect(plan({ ...attempt, actor: 'mail', attempt: 4 })).toEqual({ kind: 'none' });
  }
});

it('choices are even', () => {
  const random = randomOf(1, 'even');
  const counts = [0, 0, 0, 0];
  for (let index = 0; index < 40_000; index += 1) {
    const choice = random.below(counts.length);
    counts[choice] = (counts[choice] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  expect(random.shuffled([1, 2, 3, 4, 5]).toSorted()).toEqual([1, 2, 3, 4, 5]);
});
