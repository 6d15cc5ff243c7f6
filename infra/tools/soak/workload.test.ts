import { expect, it } from 'vitest';
import { randomOf } from '#infra/testing/random';
import { kindsWithoutSuccess } from './driver.ts';
import { type Attempt, faultPlan } from './fault-plan.ts';
import { bookingThemeNames, workloadOf } from './workload.ts';

const attempt: Attempt = {
  actor: 'c1a2-1',
  call: 3,
  attempt: 1,
  operation: 'TransactWriteItems',
  isCommitted: false,
};
const themes = bookingThemeNames;
const seeds = Array.from({ length: 100 }, (_, index) => index + 1);

it('a theme and a seed determine the workload, and the fault of each attempt, whatever the order of attempts', () => {
  const workloads = themes.flatMap((theme) => seeds.map((seed) => JSON.stringify(workloadOf(theme, seed))));
  expect(new Set(workloads).size).toBe(themes.length * seeds.length);
  expect(JSON.stringify(workloadOf('everything', 1))).toBe(workloads[0]);
  const [plan, same] = [faultPlan(7), faultPlan(7)];
  const faults = [1, 2, 3, 4, 5].map((call) => plan({ ...attempt, call }));
  expect([5, 4, 3, 2, 1].map((call) => same({ ...attempt, call })).toReversed()).toEqual(faults);
});

it('a committed transaction gets no conflict, and the fourth attempt of a mailer call gets no fault', () => {
  for (const seed of seeds) {
    const plan = faultPlan(seed);
    expect(plan({ ...attempt, isCommitted: true }).kind).not.toBe('conflict');
    expect(plan({ ...attempt, actor: 'mail', attempt: 4 })).toEqual({ kind: 'none' });
  }
});

it('choices are evenly distributed', () => {
  const random = randomOf(1, 'even');
  const counts = [0, 0, 0, 0];
  for (let index = 0; index < 40_000; index += 1) {
    const choice = random.below(counts.length);
    counts[choice] = (counts[choice] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  expect(random.shuffled([1, 2, 3, 4, 5]).toSorted()).toEqual([1, 2, 3, 4, 5]);
});

it.each([
  ['succeeded once', { 'cancel 200': 1, 'cancel internalError': 99 }, []],
  [
    'failed each time',
    { 'cancel internalError': 3, 'cancel no answer': 1, 'cancel bookingNotFound': 1 },
    ['cancel'],
  ],
  ['was refused a few times', { 'cancel bookingNotFound': 4, 'cancel busy': 1 }, []],
  ['was refused each of many times', { 'cancel bookingNotFound': 50, 'book 201': 1 }, ['cancel']],
  ['failed in one act that was given up', { 'decide 204': 1, 'cancel busy': 3 }, []],
])('a kind of requests that %s', (_, answers, expected) => {
  expect(kindsWithoutSuccess(answers)).toEqual(expected);
});
