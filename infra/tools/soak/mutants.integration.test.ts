import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import type { Mutant } from './mutants/mutant.ts';
import { mutants } from './mutants/mutants.ts';
import { createSeedRunner } from './run-seeds.ts';
import { testSeeds } from './test-seeds.ts';
import { workloadOf } from './workload.ts';

vi.setConfig({ testTimeout: 300_000 });

beforeEach(() => {
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(() => {});
});

/** Few runs at the same time: most defects are detected by the first ones. */
const runner = createSeedRunner(3);
afterAll(() => runner.close());

/** The first promise that a mutant breaks with the seeds of its theme. */
const firstBrokenRule = async (mutant: Mutant): Promise<string | undefined> => {
  let rule: string | undefined;
  const seeds = testSeeds.filter((seed) => workloadOf(seed).theme === mutant.theme);
  await runner.run(
    seeds,
    ({ violations }) => {
      rule ??= violations.find((violation) => violation.rule === (mutant.rule ?? violation.rule))?.rule;
      return rule === undefined ? undefined : 'enough';
    },
    mutant,
  );
  return rule;
};

it.each(mutants)('the checks detect that $name', async (mutant) => {
  expect(await firstBrokenRule(mutant)).toBeDefined();
});
