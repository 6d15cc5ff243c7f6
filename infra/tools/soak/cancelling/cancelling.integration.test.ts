/** @module-tag exhaustive */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Interceptor, seedThatDetects, textOf } from '#infra/testing/mutants/mutant';
import { repetitions, reportProgress } from '#infra/testing/runner/slowness';
import { type MessageSystem, startMessageSystem } from '#infra/testing/services/message-system';
import { captureLog } from '#infra/testing/services/start-tests';
import { count, kindsWithoutSuccess } from '../soak.ts';
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
  const acts: string[] = [];
  const note = (act: string) => acts.push(act);
  for (const seed of seeds) {
    expect(await runCancelling(system, seed, { note }), `seed ${seed}`).toEqual([]);
    if (seed % 50 === 0) reportProgress('Cancelling', { done: seed, all: seeds.length });
  }
  expect(kindsWithoutSuccess(count(acts))).toEqual([]);
});

it('runs in which every cancellation fails are reported', async () => {
  const acts: string[] = [];
  const mutant: Interceptor = ({ input }, forward) => {
    if (textOf(input).includes('"entity":"cancellation"')) throw new Error('A defect of cancellations');
    return forward(input);
  };
  for (const seed of seeds.slice(0, 10))
    await runCancelling(system, seed, { mutant, note: (act) => acts.push(act) });
  expect(kindsWithoutSuccess(count(acts))).toContain('cancel');
});

it.each(cancellingMutants)('the checks detect that $name', async (mutant) => {
  const run = (seed: number, interceptor: Interceptor) =>
    runCancelling(system, seed, { mutant: interceptor });
  const thousand = Array.from({ length: 1_000 }, (_, index) => index + 1);
  expect(await seedThatDetects(mutant, thousand, run)).toBeDefined();
});
