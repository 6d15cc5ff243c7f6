/** @module-tag exhaustive */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { type Histories, startHistories } from '#infra/testing/waiting/histories';
import { brokenInvariants } from '#infra/testing/waiting/mutations';

let histories: Histories;
beforeAll(async () => {
  histories = await startHistories();
});
afterAll(() => histories.stop());
beforeEach(() => {
  vi.spyOn(console, 'info').mockReturnValue();
});

/** Enough for each mutation; most are noticed in the first. */
const mostHistories = 500;

/** What is stored cannot be read any more. Other errors are those of a mutation that is no valid expression. */
const unreadable = (error: unknown): string => {
  if (error instanceof z.core.$ZodError) return error.message;
  throw error;
};

const runUntilBroken = async (): Promise<string | undefined> => {
  for (let seed = 100_000; seed < 100_000 + mostHistories; seed += 1) {
    const broken = await histories.run(seed, 0);
    if (broken) return broken;
  }
  return undefined;
};

it.each(brokenInvariants)(
  'notices that %s [WAI-13]',
  async (_, mutations) => {
    expect(await histories.withMutations(mutations, () => runUntilBroken().catch(unreadable))).toBeDefined();
  },
  900_000,
);
