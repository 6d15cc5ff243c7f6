import { expect, it } from 'vitest';
import { createRunner, type Job, type Theme } from './driver.ts';

it('gives what a mutant stored to no run after it, and names an act or an end that fails', async () => {
  const begun: string[] = [];
  let stages = 0;
  const start: Theme['start'] = async () => {
    stages += 1;
    const stage = stages;
    return {
      begin: async ({ seed, mutant }) => {
        begun.push(`${seed} in stage ${stage}`);
        const end = async () => {
          if (mutant) throw new Error('busy');
        };
        const acts = async function* () {
          if (seed === 3) yield [end, () => Promise.reject(new Error('unreadable')), end];
        };
        return { model: { tables: [], end, check: async () => [] }, acts: acts() };
      },
      stop: async () => {},
    };
  };
  const theme: Theme = { name: 'rush', seeds: { all: 1 }, start, mutants: {} };
  const runner = createRunner();
  const broken: string[] = [];
  const mutant: Job['mutant'] = { intercept: () => async () => {} };
  const jobs = [{ seed: 1 }, { seed: 2, mutant }, { seed: 3 }, { seed: 4 }];
  await runner.runAll(
    jobs.map((job) => ({ ...job, theme })),
    ({ seed, violations }) => {
      for (const { text } of violations) broken.push(`${seed}: ${text}`);
      return undefined;
    },
  );
  expect(begun).toEqual(['1 in stage 1', '2 in stage 2', '3 in stage 3', '4 in stage 3']);
  expect(broken).toEqual(['2: Error: busy', '3: Error: unreadable']);
});
