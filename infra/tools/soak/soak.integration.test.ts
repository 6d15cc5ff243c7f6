import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { soak } from './soak.ts';
import { addTallies, noTally } from './tally.ts';
import { testedSeeds } from './tested-seeds.ts';

/** Far below what a thousand runs bring, so that chance does not fail the test. */
const often = 20;

it(`keeps every promise about bookings and confirmations in ${testedSeeds.length} runs in which requests, answers, records and messages fail by seed [BOK-28, BOK-29, DAT-15, DAT-16, ADM-31, API-37]`, {
  timeout: 1_200_000,
}, async () => {
  const stories: string[] = [];
  let tally = noTally;
  await soak(testedSeeds, {
    threads: availableParallelism(),
    onRun: ({ seed, story, tally: figures }) => {
      tally = addTallies(tally, figures);
      if (story !== undefined) stories.push(`Seed ${seed}: ${story}`);
      return undefined;
    },
  });
  expect(stories).toEqual([]);

  // It was tried: each kind of fault, and each answer that the API has for what people did.
  const kinds = ['conflict', 'throttled', 'slow', 'reset', 'answer-lost', 'failed-after-commit', 'late'];
  for (const kind of [...kinds, 'internal-error', 'unavailable', 'partial-batch'])
    expect.soft(tally.faults[kind] ?? 0, kind).toBeGreaterThan(often);
  const successes = ['book 201', 'delete 204', 'rename 200', 'edit 200', 'delete-class 204', 'look 200'];
  const refusals = ['book slotFull', 'book alreadyBooked', 'delete bookingNotFound', 'edit classChanged'];
  const rarer = ['edit capacityBelowBookings', 'edit slotHasBookings', 'book priceChanged'];
  for (const answer of [...successes, ...refusals, ...rarer, 'book nothing', 'book internalError'])
    expect.soft(tally.answers[answer] ?? 0, answer).toBeGreaterThan(often);
  for (const fate of ['sent', 'refused', 'in doubt'])
    expect.soft(tally.messages[fate] ?? 0, fate).toBeGreaterThan(often);
});
