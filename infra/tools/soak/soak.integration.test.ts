import { availableParallelism } from 'node:os';
import { beforeAll, expect, it } from 'vitest';
import { repetitions } from '#infra/testing/repetitions';
import { soak } from './soak.ts';
import { addTallies, noTally, type Tally } from './tally.ts';
import { testSeeds } from './test-seeds.ts';

const seeds = testSeeds.slice(0, repetitions(testSeeds.length));
/** A hundred runs have 7 of the rarest event. The minimum is lower, so that chance does not fail the test. */
const rarely = Math.ceil(seeds.length / 100);

const failures: string[] = [];
let tally: Tally = noTally;

beforeAll(async () => {
  await soak(seeds, {
    threads: availableParallelism(),
    onRun: ({ seed, failure, tally: ofRun }) => {
      tally = addTallies(tally, ofRun);
      if (failure !== undefined) failures.push(`Seed ${seed}: ${failure}`);
      return undefined;
    },
  });
}, 1_200_000);

it(`keeps every promise about bookings, money and emails in ${seeds.length} runs with faults [BOK-28, BOK-29, DAT-15, DAT-16, ADM-31]`, () => {
  expect(failures).toEqual([]);
});

it('every fault was injected', () => {
  const kinds = ['conflict', 'throttled', 'slow', 'reset', 'answer-lost', 'failed-after-commit', 'late'];
  for (const kind of [...kinds, 'internal-error', 'unavailable', 'partial-batch'])
    expect.soft(tally.faults[kind] ?? 0, kind).toBeGreaterThan(rarely);
  for (const outcome of ['sent', 'refused', 'unknown'])
    expect.soft(tally.messages[outcome] ?? 0, outcome).toBeGreaterThan(rarely);
});

it('every kind of request succeeded, was refused and got no response', () => {
  const successes = [
    'book 201',
    'cancel 200',
    'move 200',
    'keep 200',
    'end-trials 204',
    'record 201',
    'take-back 201',
    'decide 204',
    'delete 204',
    'rename 200',
    'edit-child 204',
    'edit 200',
    'delete-class 204',
    'read-slot 200',
    'delete-account 200',
  ];
  const refusals = [
    'book slotFull',
    'book alreadyBooked',
    'delete bookingNotFound',
    'move slotFull',
    'move bookingNotFound',
    'keep trialOver',
    'decide bookingNotFound',
    'edit classChanged',
  ];
  const rarer = [
    'edit capacityBelowBookings',
    'edit slotHasBookings',
    'book priceChanged',
    'book profileNotFound',
    'take-back entryNotFound',
  ];
  for (const answer of [...successes, ...refusals, ...rarer, 'book no answer', 'book internalError'])
    expect.soft(tally.answers[answer] ?? 0, answer).toBeGreaterThan(rarely);
});
