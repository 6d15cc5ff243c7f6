import { beforeEach, expect, it, vi } from 'vitest';
import { type Mutant, mutants } from './mutants.ts';
import { runSeeds } from './run-seeds.ts';
import { testedSeeds } from './tested-seeds.ts';
import { workloadOf } from './workload.ts';

vi.setConfig({ testTimeout: 300_000 });

beforeEach(() => {
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(() => {});
});

/** The promise that a mutant breaks first, among the seeds with which the product itself keeps all. */
const firstBroken = async (mutant: Mutant): Promise<string | undefined> => {
  let rule: string | undefined;
  const seeds = testedSeeds.filter((seed) => workloadOf(seed).theme === mutant.theme);
  await runSeeds(
    seeds,
    ({ violations }) => {
      rule ??= violations[0]?.rule;
      return rule === undefined ? undefined : 'enough';
    },
    mutant,
  );
  return rule;
};

it.each(mutants)('is noticed when $name', async (mutant) => {
  expect(await firstBroken(mutant)).toBeDefined();
});
