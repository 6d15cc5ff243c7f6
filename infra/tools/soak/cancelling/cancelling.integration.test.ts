/** @module-tag exhaustive */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Interceptor, seedThatDetects } from '#infra/testing/mutants/mutant';
import { repetitions, reportProgress } from '#infra/testing/runner/slowness';
import { type MessageSystem, startMessageSystem } from '#infra/testing/services/message-system';
import { captureLog } from '#infra/testing/services/start-tests';
import { cancellingMutants } from './mutants.ts';
import { runCancelling } from './run.ts';

// All repetitions take half an hour.
captureLog();
let system: MessageSystem;
beforeAll(async () => {
  system = await startMessageSystem();
});
afterAll(() => system.stop());

const seeds = Array.from({ length: repetitions(1_000) }, (_, index) => index + 1);

it('gives each credit once, tells each family once and leaves nothing to do, whatever ends [CAN-06, CAN-11, JOB-03]', async () => {
  for (const seed of seeds) {
    expect(await runCancelling(system, seed), `seed ${seed}`).toEqual([]);
    if (seed % 50 === 0) reportProgress('Cancelling', { done: seed, all: seeds.length });
  }
});

it.each(cancellingMutants)('the checks detect that $name', async (mutant) => {
  const run = (seed: number, interceptor: Interceptor) => runCancelling(system, seed, interceptor);
  const thousand = Array.from({ length: 1_000 }, (_, index) => index + 1);
  expect(await seedThatDetects(mutant, thousand, run)).toBeDefined();
});
