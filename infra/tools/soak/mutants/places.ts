import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { idempotencyKeySchema } from '#shared/schemas/ids';
import type { Execute } from '../fault-proxy.ts';
import type { WireAnswer } from '../wire.ts';
import { inTransaction, lost, type Mutant, rewritten, split, textOf } from './mutant.ts';

const booking = inTransaction('current_bookings + :one');
const deletion = inTransaction('current_bookings - :one');
const saving = inTransaction('#version = :set_version');

const isFree = 'attribute_not_exists(PK)';
const isFreeOrNot = '(attribute_not_exists(PK) OR attribute_exists(PK))';

/** Answers single reads from a cache. */
const cachedReads = (): Execute => {
  const answers = new Map<string, WireAnswer>();
  return async (request, forward) => {
    if (request.operation !== 'GetItem') return forward(request);
    const key = textOf(request);
    const answer = answers.get(key) ?? (await forward(request));
    answers.set(key, answer);
    return answer;
  };
};

const accountOf = (text: string): string | undefined => /"LEDGERS"\},"SK":\{"S":"([^"]+)"/.exec(text)?.[1];

/** How long a booking is held that meets the deletion of its account. */
const longestHoldMs = 3_000;

/** Stores bookings of a family whose account is closed, as soon as it is deleted. */
const bookingsAfterDeletion = (): Execute => {
  const closed = new Set<string | undefined>();
  const deleted = new Set<string | undefined>();
  return async (request, forward) => {
    const text = textOf(request);
    const account = accountOf(text);
    if (booking(request) && closed.has(account)) {
      const until = performance.now() + longestHoldMs;
      while (!deleted.has(account) && performance.now() < until) await sleep(10);
      const open = '(attribute_not_exists(closing) OR attribute_exists(closing))';
      return forward({
        ...request,
        body: JSON.parse(text.replaceAll('attribute_not_exists(closing)', open)),
      });
    }
    const answer = await forward(request);
    if (answer.status === 200 && text.includes('SET closing = :true')) closed.add(account);
    if (answer.status === 200 && text.includes('REMOVE ended_attempts')) deleted.add(account);
    return answer;
  };
};

const conditions: readonly Mutant[] = [
  {
    name: 'a full slot takes a booking',
    theme: 'rush',
    execute: rewritten(booking, ' AND current_bookings < max_capacity', ''),
  },
  {
    name: 'a closed slot takes a booking',
    theme: 'closing',
    execute: rewritten(booking, 'attribute_not_exists(closed) AND ', ''),
  },
  {
    name: 'a booking is written over another',
    theme: 'rush',
    execute: rewritten(booking, isFree, isFreeOrNot),
  },
  {
    name: 'fewer places than bookings are saved',
    theme: 'forms',
    execute: rewritten(
      saving,
      'current_bookings <= :most',
      '(current_bookings <= :most OR current_bookings > :most)',
    ),
  },
  {
    name: 'a slot with bookings is removed',
    theme: 'forms',
    execute: rewritten(
      saving,
      'current_bookings = :none',
      '(current_bookings = :none OR current_bookings <> :none)',
    ),
  },
  {
    name: 'the last save wins',
    theme: 'forms',
    execute: rewritten(saving, '#version = :version', '(#version = :version OR #version <> :version)'),
  },
  {
    name: 'a deleted family books',
    theme: 'leaving',
    rule: 'no booking of a deleted family',
    execute: bookingsAfterDeletion,
  },
  {
    name: 'the edit of a child leaves its bookings',
    theme: 'corrections',
    execute: rewritten(
      inTransaction('SET child_name = :name', 'child_keys'),
      'child_name = :name',
      'other_name = :name',
    ),
  },
];

const counters: readonly Mutant[] = [
  {
    name: 'a booking is not counted',
    theme: 'rush',
    execute: rewritten(booking, 'current_bookings = current_bookings + :one', 'uncounted = :one'),
  },
  {
    name: 'a booking is not charged',
    theme: 'rush',
    execute: rewritten(booking, 'charged = charged + :amount', 'uncharged = :amount'),
  },
  {
    name: 'a deletion does not lower the counter',
    theme: 'rush',
    execute: rewritten(deletion, 'SET current_bookings = current_bookings - :one, ', 'SET '),
  },
  {
    name: 'a deletion does not lower the revenue',
    theme: 'rush',
    execute: rewritten(deletion, 'revenue = revenue - :amount', 'forgotten = :amount'),
  },
];

const requests: readonly Mutant[] = [
  { name: 'a booking is not one transaction', theme: 'rush', execute: split(booking) },
  { name: 'reads come from a cache', theme: 'rush', execute: cachedReads },
  { name: 'a booking is confirmed and not stored', theme: 'rush', execute: lost(booking, 3) },
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
export const placeMutants: readonly Mutant[] = [...conditions, ...counters, ...requests];
