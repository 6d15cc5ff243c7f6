/** @module-tag exhaustive */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { type Interceptor, seedThatDetects } from '#infra/testing/mutants/mutant';
import { type Histories, startHistories } from '#infra/testing/waiting/histories';
import { waitingMutants } from '#infra/testing/waiting/waiting-mutants';

let histories: Histories;
beforeAll(async () => {
  histories = await startHistories();
});
afterAll(() => histories.stop());
beforeEach(() => {
  vi.spyOn(console, 'info').mockReturnValue();
});

/** Enough for each mutant; most are noticed in the first. */
const mostHistories = 500;

/** What is stored cannot be read any more. Other errors are those of a mutant whose expression is not valid. */
const unreadable = (error: unknown): string => {
  if (error instanceof z.core.$ZodError) return error.message;
  throw error;
};

const seeds = Array.from({ length: mostHistories }, (_, index) => 100_000 + index);

it.each(waitingMutants)('notices that $name [WAI-13]', async (mutant) => {
  const run = async (seed: number, interceptor: Interceptor) => {
    const broken = await histories.run(seed, 0, { mutant: interceptor }).catch(unreadable);
    return broken === undefined ? [] : [broken];
  };
  expect(await seedThatDetects(mutant, seeds, run)).toBeDefined();
});
