import { afterAll, expect, it } from 'vitest';
import { captureLog } from '#infra/testing/services/start-tests';
import { mutants } from './mutants.ts';
import { codeOf } from './requests.ts';
import type { RunResult } from './run.ts';
import { createSeedRunner, describeViolations } from './run-seeds.ts';
import { testSeeds } from './soak.ts';
import { workloadOf } from './workload.ts';

const runner = createSeedRunner(3);
captureLog();
afterAll(() => runner.close());

const seeds = testSeeds.filter((seed) => workloadOf(seed).theme === 'adults');
const fewestRuns = 6;

/** What each adult must have been answered; the office books for the family meanwhile. */
const answers = [
  ...['book by holder 201', 'book by adult 201', 'book by office 201'],
  ...['book by adult alreadyBooked', 'cancel by adult 200', 'move by adult 200'],
  ...['edit-card by holder 200', 'edit-card by adult 200'],
  ...['read-family by holder 200', 'read-family by adult 200'],
];

const answersOf = ({ entries }: RunResult): string[] =>
  entries.flatMap((entry) =>
    'by' in entry.request
      ? `${entry.request.kind} by ${entry.request.by} ${codeOf(entry) ?? entry.answer?.status}`
      : [],
  );

it('has one outcome of what both adults and the office do at once, and both adults see it [ADT-03, BHF-01]', async () => {
  const failures: string[] = [];
  const missing = new Set(answers);
  let runs = 0;
  await runner.run(seeds, (result) => {
    const { seed, violations } = result;
    if (violations.length > 0) failures.push(`Seed ${seed}: ${describeViolations(violations)}`);
    for (const answer of answersOf(result)) missing.delete(answer);
    runs += 1;
    return runs >= fewestRuns && missing.size === 0 ? 'enough' : undefined;
  });
  expect(failures).toEqual([]);
  expect([...missing]).toEqual([]);
});

it.each(mutants.filter(({ theme }) => theme === 'adults'))(
  'notices that $name [ADT-03]',
  {
    tags: 'exhaustive',
  },
  async (mutant) => {
    const broken = new Set<string>();
    const rule = mutant.rule ?? expect.unreachable('the mutant names no rule');
    await runner.run(
      seeds,
      ({ violations }) => {
        for (const violation of violations) broken.add(violation.rule);
        return broken.has(rule) ? 'enough' : undefined;
      },
      mutant,
    );
    expect([...broken]).toContain(rule);
  },
);
