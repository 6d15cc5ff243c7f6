import { randomUUID } from 'node:crypto';
import { SESClient } from '@aws-sdk/client-ses';
import { idempotencyKeySchema } from '#shared/schemas/ids';
import type { Execute } from './fault-proxy.ts';
import type { Request } from './requests.ts';
import type { Mailer } from './stream-delivery.ts';
import { type WireAnswer, type WireRequest, wireAnswer } from './wire.ts';
import type { Theme } from './workload.ts';

/** A defect that is injected into the product's requests to the database, its clients or its mailer. */
export interface Mutant {
  readonly name: string;
  /** The theme of runs that reveals the defect soon. */
  readonly theme: Theme;
  /** The promise that it must break; without it, any. */
  readonly rule?: string;
  /** Creates the replacement of the unchanged forwarding to the engine, for each run. */
  readonly execute?: () => Execute;
  readonly retryOf?: (request: Request, attempt: number) => Request;
  readonly mailer?: (mailer: Mailer) => Mailer;
  readonly ses?: () => SESClient;
}

/** Text by which the product's transactions are recognized. */
const marks = {
  booking: 'current_bookings + :one',
  deletion: 'current_bookings - :one',
  saving: '#version = :set_version',
} as const;

const textOf = ({ body }: WireRequest): string => JSON.stringify(body);
const isTransaction = (request: WireRequest, mark: keyof typeof marks): boolean =>
  request.operation === 'TransactWriteItems' && textOf(request).includes(marks[mark]);

/** Changes the expressions of one kind of request. DynamoDB requires that the result still uses every placeholder. */
const rewrite = (
  name: string,
  theme: Theme,
  isTarget: (request: WireRequest) => boolean,
  from: string,
  to: string,
): Mutant => ({
  name,
  theme,
  execute: () => (request, forward) =>
    forward(
      isTarget(request) ? { ...request, body: JSON.parse(textOf(request).replaceAll(from, to)) } : request,
    ),
});

const inTransaction =
  (mark: keyof typeof marks) =>
  (request: WireRequest): boolean =>
    isTransaction(request, mark);

const isMail = (operation: string) => (request: WireRequest) =>
  request.operation === operation && textOf(request).includes('"MAIL#');

const isFree = 'attribute_not_exists(PK)';
const isFreeOrNot = '(attribute_not_exists(PK) OR attribute_exists(PK))';
const ok = wireAnswer(200, {});

const conditions: readonly Mutant[] = [
  rewrite(
    'a full slot takes a booking',
    'rush',
    inTransaction('booking'),
    ' AND current_bookings < max_capacity',
    '',
  ),
  rewrite(
    'a closed slot takes a booking',
    'closing',
    inTransaction('booking'),
    'attribute_not_exists(closed) AND ',
    '',
  ),
  rewrite('a booking is written over another', 'rush', inTransaction('booking'), isFree, isFreeOrNot),
  rewrite(
    'fewer places than bookings are saved',
    'forms',
    inTransaction('saving'),
    'current_bookings <= :most',
    '(current_bookings <= :most OR current_bookings > :most)',
  ),
  rewrite(
    'a slot with bookings is removed',
    'forms',
    inTransaction('saving'),
    'current_bookings = :none',
    '(current_bookings = :none OR current_bookings <> :none)',
  ),
  rewrite(
    'the last save wins',
    'forms',
    inTransaction('saving'),
    '#version = :version',
    '(#version = :version OR #version <> :version)',
  ),
];

const counters: readonly Mutant[] = [
  rewrite(
    'a booking is not counted',
    'rush',
    inTransaction('booking'),
    'current_bookings = current_bookings + :one',
    'uncounted = :one',
  ),
  rewrite(
    'the end of a booking is not credited',
    'rush',
    inTransaction('deletion'),
    'ADD credited :credit',
    'ADD uncredited :credit',
  ),
  rewrite(
    'a booking is not charged',
    'rush',
    inTransaction('booking'),
    'charged = charged + :amount',
    'uncharged = :amount',
  ),
  rewrite(
    'a deletion does not lower the counter',
    'rush',
    inTransaction('deletion'),
    'SET current_bookings = current_bookings - :one, ',
    'SET ',
  ),
  rewrite(
    'a deletion does not lower the revenue',
    'rush',
    inTransaction('deletion'),
    'revenue = revenue - :amount',
    'forgotten = :amount',
  ),
];

/** Executes a transaction as single requests until one is refused, whose answer is returned. */
const splitBooking = (): Execute => async (request, forward) => {
  const items: unknown = request.body.TransactItems;
  if (!isTransaction(request, 'booking') || !Array.isArray(items)) return forward(request);
  for (const [index, item] of items.entries()) {
    const body = {
      TransactItems: [item],
      ClientRequestToken: `${index}${request.body.ClientRequestToken}`.slice(0, 36),
    };
    const answer = await forward({ ...request, body });
    if (answer.status !== 200) return answer;
  }
  return ok;
};

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

/** Confirms every third booking without storing it. */
const unstoredBookings = (): Execute => {
  let bookings = 0;
  return async (request, forward) => {
    if (!isTransaction(request, 'booking')) return forward(request);
    bookings += 1;
    return bookings % 3 === 0 ? ok : forward(request);
  };
};

const requests: readonly Mutant[] = [
  { name: 'a booking is not one transaction', theme: 'rush', execute: splitBooking },
  { name: 'reads come from a cache', theme: 'rush', execute: cachedReads },
  { name: 'a booking is confirmed and not stored', theme: 'rush', execute: unstoredBookings },
  {
    name: 'a transaction is repeated without its token',
    theme: 'everything',
    execute: () => (request, forward) =>
      forward(
        request.operation === 'TransactWriteItems'
          ? { ...request, body: { ...request.body, ClientRequestToken: randomUUID() } }
          : request,
      ),
  },
  {
    name: 'a booking is repeated without its key',
    theme: 'rush',
    retryOf: (request) =>
      request.kind === 'book'
        ? { ...request, idempotencyKey: idempotencyKeySchema.parse(randomUUID()) }
        : request,
  },
];

const mail: readonly Mutant[] = [
  rewrite('a send lease is taken twice', 'rush', isMail('PutItem'), isFree, isFreeOrNot),
  {
    name: 'a send lease is not released',
    theme: 'rush',
    execute: () => async (request, forward) => (isMail('DeleteItem')(request) ? ok : forward(request)),
  },
  {
    name: 'a sent message is not recorded',
    theme: 'rush',
    execute: () => async (request, forward) => (isMail('UpdateItem')(request) ? ok : forward(request)),
  },
  {
    name: 'the SDK sends mail again',
    theme: 'rush',
    ses: () => new SESClient({ maxAttempts: 3, requestHandler: { httpAgent: { keepAlive: false } } }),
  },
  {
    name: 'failed messages are not reported',
    theme: 'rush',
    mailer: (mailer) => async (records) => {
      await mailer(records);
      return { batchItemFailures: [] };
    },
  },
];

/** The checks must detect each of these. */
export const mutants: readonly Mutant[] = [...conditions, ...counters, ...requests, ...mail];
