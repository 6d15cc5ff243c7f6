/** @module-tag exhaustive */
import { afterAll, expect, it } from 'vitest';
import { repetitions } from '#infra/testing/runner/slowness';
import { captureLog } from '#infra/testing/services/start-tests';
import { mutants, type SoakMutant } from './mutants.ts';
import { createSeedRunner } from './run-seeds.ts';
import { testSeeds } from './soak.ts';
import { workloadOf } from './workload.ts';

/** Few runs at the same time: most defects are detected by the first ones. */
const runner = createSeedRunner(3);
captureLog();
afterAll(() => runner.close());

/** The first invariant that a mutant breaks with the seeds of its theme. */
const firstBrokenRule = async (mutant: SoakMutant): Promise<string | undefined> => {
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

/** Each run of an ordinary test takes seconds: `npm run soak` tries all of them, `npm test` every third. */
const every = Math.ceil(mutants.length / repetitions(mutants.length, { atLeast: 16 }));

it.each(mutants.filter((_, index) => index % every === 0))('the checks detect that $name', async (mutant) => {
  expect(await firstBrokenRule(mutant)).toBeDefined();
});
