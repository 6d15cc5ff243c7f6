import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { idempotencyKeySchema } from '#shared/lib/ids';
import { noteAttempts } from './changes.ts';

it.each([
  ['adds to 99', 99, 'add'],
  ['replaces 100', 100, 'set'],
] as const)('a ledger %s attempts by a further one [BOK-53]', (_, count, part) => {
  const ended_attempts = new Set(Array.from({ length: count }, () => randomUUID()));
  const { set, add } = noteAttempts({ ended_attempts }, [idempotencyKeySchema.parse(randomUUID())]);
  expect({ set: set.length, add: add.length }).toEqual({ set: 0, add: 0, [part]: 1 });
});
