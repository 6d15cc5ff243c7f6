import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Interceptor, seedThatDetects } from '#infra/testing/mutants/mutant';
import { repetitions, reportProgress } from '#infra/testing/runner/slowness';
import { type BookingSystem, startBookingSystem } from '#infra/testing/services/booking-system';
import { captureLog } from '#infra/testing/services/start-tests';
import { count, kindsWithoutSuccess } from '../soak.ts';
import { checkMoney, moneyMutants } from './check.ts';
import { runMoney } from './run.ts';

captureLog();
let system: BookingSystem;
beforeAll(async () => {
  system = await startBookingSystem();
});
afterAll(() => system.stop());

it('money agrees to the cent after imports, discounts, due dates, credits and moves at once, under faults [BNK-02, DIS-02, DUE-01, END-02, PAY-09, PAY-14]', {
  tags: 'exhaustive',
}, async () => {
  const runs = repetitions(100, { inTest: 2 });
  let reductions = 0;
  const acts: string[] = [];
  const note = (act: string) => acts.push(act);
  for (let seed = 1; seed <= runs; seed += 1) {
    const { broken, discounts } = await checkMoney(system, await runMoney(system, seed, { note }));
    expect(broken, `seed ${seed}`).toEqual([]);
    reductions += discounts;
    reportProgress('Money', { done: seed, all: runs });
  }
  expect(reductions).toBeGreaterThan(0);
  expect(kindsWithoutSuccess(count(acts))).toEqual([]);
});

it.each(moneyMutants)('the checks detect that $name', { tags: 'exhaustive' }, async (mutant) => {
  const seeds = Array.from({ length: 20 }, (_, index) => index + 1);
  const run = async (seed: number, mutantOfRequests: Interceptor) =>
    (await checkMoney(system, await runMoney(system, seed, { mutant: mutantOfRequests }))).broken;
  expect(await seedThatDetects(mutant, seeds, run)).toBeDefined();
});
