import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Interceptor } from '#infra/testing/mutants/intercept';
import { inTransaction, lost, rewritten, split, textOf } from '#infra/testing/mutants/mutant';
import { idempotencyKeySchema } from '#shared/schemas/ids';
import type { SoakMutant } from './soak-mutant.ts';

const booking = inTransaction('current_bookings + :one');
const deletion = inTransaction('current_bookings - :one');
const saving = inTransaction('#version = :set_version');

const isFree = 'attribute_not_exists(PK)';
const isFreeOrNot = '(attribute_not_exists(PK) OR attribute_exists(PK))';

/** Answers single reads from a cache. */
const cachedReads = (): Interceptor => {
  const answers = new Map<string, unknown>();
  return async (request, forward) => {
    if (request.operation !== 'GetItem') return forward(request.input);
    const key = textOf(request.input);
    const answer = answers.get(key) ?? (await forward(request.input));
    answers.set(key, answer);
    return answer;
  };
};

const accountOf = (text: string): string | undefined => /"LEDGERS","SK":"([^"]+)"/.exec(text)?.[1];

/** How long a booking is held that meets the deletion of its account. */
const longestHoldMs = 3_000;

/** Stores bookings of a family whose account is closed, as soon as it is deleted. */
const bookingsAfterDeletion = (): Interceptor => {
  const closed = new Set<string | undefined>();
  const deleted = new Set<string | undefined>();
  return async (request, forward) => {
    const text = textOf(request.input);
    const account = accountOf(text);
    if (booking(request) && closed.has(account)) {
      const until = performance.now() + longestHoldMs;
      while (!deleted.has(account) && performance.now() < until) await sleep(10);
      const open = '(attribute_not_exists(closing) OR attribute_exists(closing))';
      return rewritten(booking, 'attribute_not_exists(closing)', open)()(request, forward);
    }
    const answer = await forward(request.input);
    if (text.includes('SET closing = :true')) closed.add(account);
    if (text.includes('REMOVE ended_attempts')) deleted.add(account);
    return answer;
  };
};

const conditions: readonly SoakMutant[] = [
  {
    name: 'a full slot takes a booking',
    theme: 'rush',
    intercept: rewritten(booking, ' AND current_bookings < max_capacity', ''),
  },
  {
    name: 'a closed slot takes a booking',
    theme: 'closing',
    intercept: rewritten(booking, 'attribute_not_exists(closed) AND ', ''),
  },
  {
    name: 'a booking is written over another',
    theme: 'rush',
    intercept: rewritten(booking, isFree, isFreeOrNot),
  },
  {
    name: 'fewer places than bookings are saved',
    theme: 'forms',
    intercept: rewritten(
      saving,
      'current_bookings <= :most',
      '(current_bookings <= :most OR current_bookings > :most)',
    ),
  },
  {
    name: 'a slot with bookings is removed',
    theme: 'forms',
    intercept: rewritten(
      saving,
      'current_bookings = :none',
      '(current_bookings = :none OR current_bookings <> :none)',
    ),
  },
  {
    name: 'the last save wins',
    theme: 'forms',
    intercept: rewritten(saving, '#version = :version', '(#version = :version OR #version <> :version)'),
  },
  {
    name: 'a deleted family books',
    theme: 'leaving',
    rule: 'no booking of a deleted family',
    intercept: bookingsAfterDeletion,
  },
  {
    name: 'the edit of a child leaves its bookings',
    theme: 'corrections',
    intercept: rewritten(
      inTransaction('SET child_name = :name', 'child_keys'),
      'child_name = :name',
      'other_name = :name',
    ),
  },
];

const counters: readonly SoakMutant[] = [
  {
    name: 'a booking is not counted',
    theme: 'rush',
    intercept: rewritten(booking, 'current_bookings = current_bookings + :one', 'uncounted = :one'),
  },
  {
    name: 'a booking is not charged',
    theme: 'rush',
    intercept: rewritten(booking, 'charged = charged + :amount', 'uncharged = :amount'),
  },
  {
    name: 'a deletion does not lower the counter',
    theme: 'rush',
    intercept: rewritten(deletion, 'SET current_bookings = current_bookings - :one, ', 'SET '),
  },
  {
    name: 'a deletion does not lower the revenue',
    theme: 'rush',
    intercept: rewritten(deletion, 'revenue = revenue - :amount', 'forgotten = :amount'),
  },
];

const requests: readonly SoakMutant[] = [
  { name: 'a booking is not one transaction', theme: 'rush', intercept: split(booking) },
  { name: 'reads come from a cache', theme: 'rush', intercept: cachedReads },
  { name: 'a booking is confirmed and not stored', theme: 'rush', intercept: lost(booking, 3) },
  {
    name: 'a booking is repeated without its key',
    theme: 'rush',
    retryOf: (request) =>
      request.kind === 'book'
        ? { ...request, idempotencyKey: idempotencyKeySchema.parse(randomUUID()) }
        : request,
  },
];

/** Defects of bookings, their places and the class form. */
export const placeMutants: readonly SoakMutant[] = [...conditions, ...counters, ...requests];
