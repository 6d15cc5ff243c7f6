import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { sampleNow } from '#infra/testing/samples/samples';
import { idempotencyKeySchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { noteAttempts } from './changes.ts';
import { reachedHourLimit } from './charges.ts';

it.each([
  ['adds to 99', 99, 'add'],
  ['replaces 100', 100, 'set'],
] as const)('a ledger %s attempts by a further one [BOK-53]', (_, count, part) => {
  const ended_attempts = new Set(Array.from({ length: count }, () => randomUUID()));
  const { set, add } = noteAttempts({ ended_attempts }, [idempotencyKeySchema.parse(randomUUID())]);
  expect({ set: set.length, add: add.length }).toEqual({ set: 0, add: 0, [part]: 1 });
});

it.each([
  ['is full in its hour', '2025-09-23T10', 'bookings'],
  ['is none in a later one', '2025-09-23T09', undefined],
] as const)('the number of bookings that a ledger counts %s [BOK-52]', (_, counted_hour, limit) => {
  const counts = { counted_hour, hour_bookings: limits.bookingsPerHour, changes_hour: '', hour_changes: 0 };
  expect(reachedHourLimit(counts, instantOf(sampleNow), 1)).toBe(limit);
});
