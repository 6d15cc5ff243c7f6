import { type Random, randomOf } from './random.ts';

/** What befalls one request to the database. */
export type Fault =
  | { readonly kind: 'none' }
  /** The connection breaks before the request arrives. */
  | { readonly kind: 'reset' }
  /** It is carried out, and the connection breaks before the answer. */
  | { readonly kind: 'answer-lost' }
  /** It is carried out, and the answer says that the service failed. */
  | { readonly kind: 'failed-after-commit' }
  /** The connection breaks at once, and it is carried out a while later. */
  | { readonly kind: 'late'; readonly afterMs: number }
  | { readonly kind: 'slow'; readonly beforeMs: number; readonly afterMs: number }
  | { readonly kind: 'throttled' }
  | { readonly kind: 'internal-error' }
  | { readonly kind: 'unavailable' }
  /** A transaction meets another one. */
  | { readonly kind: 'conflict' }
  /** Of a batch, only a part is carried out. */
  | { readonly kind: 'partial-batch' };

/** One attempt of the SDK to have one call carried out. */
export interface Attempt {
  /** What the caller does: the number of an API request, or `mail`. */
  readonly actor: string;
  /** Which call of the actor's, and which attempt of the SDK's, from 1. */
  readonly call: number;
  readonly attempt: number;
  /** `TransactWriteItems`, `Query` … */
  readonly operation: string;
  /** It was carried out before, by an attempt whose answer was lost. */
  readonly isCommitted: boolean;
}

export const mailActor = 'mail';

const batches: ReadonlySet<string> = new Set(['BatchGetItem', 'BatchWriteItem']);
/** The SDK gives up after five; a mailer that always gets through in the end leaves no doubt but SES's. */
const lastFaultyMailAttempt = 3;

const chooseKind = (random: Random, { operation, isCommitted }: Attempt): Fault['kind'] => {
  const isTransaction = operation === 'TransactWriteItems';
  return random.pick<Fault['kind']>([
    'reset',
    'answer-lost',
    'failed-after-commit',
    'slow',
    'slow',
    'throttled',
    'internal-error',
    'unavailable',
    // What is committed cannot meet another one; in flight or not, its token is known.
    ...(isTransaction && !isCommitted ? (['conflict', 'conflict', 'late'] as const) : []),
    ...(isTransaction ? (['answer-lost'] as const) : []),
    ...(batches.has(operation) ? (['partial-batch', 'partial-batch'] as const) : []),
  ]);
};

const withTimes = (random: Random, kind: Fault['kind']): Fault => {
  if (kind === 'slow') return { kind, beforeMs: random.below(4), afterMs: random.below(4) };
  if (kind === 'late') return { kind, afterMs: 1 + random.below(12) };
  return { kind };
};

/** Which requests of a run fail and how: a function of the seed, whoever comes first. */
export const faultPlan = (seed: number) => {
  const rate = randomOf(seed, 'weather').pick([0, 0.05, 0.12, 0.25]);

  const passing = (request: Attempt): Fault => {
    const random = randomOf(seed, request.actor, request.call, request.attempt);
    return random.chance(rate) ? withTimes(random, chooseKind(random, request)) : { kind: 'none' };
  };

  const fateOfApi = (request: Attempt): Fault => {
    const { actor, call, operation, isCommitted } = request;
    // Others write the same items all the time: the API must say in the end that it is busy.
    if (operation === 'TransactWriteItems' && randomOf(seed, actor, 'storm').chance(rate / 200))
      return { kind: isCommitted ? 'none' : 'conflict' };
    // No attempt brings an answer: nobody knows how it went.
    const doom = randomOf(seed, actor, call, 'doom');
    if (doom.chance(rate / 10)) return { kind: doom.pick(['reset', 'answer-lost', 'throttled'] as const) };
    return passing(request);
  };

  const fateOfMail = (request: Attempt): Fault =>
    request.attempt > lastFaultyMailAttempt ? { kind: 'none' } : passing(request);

  return (request: Attempt): Fault =>
    request.actor === mailActor ? fateOfMail(request) : fateOfApi(request);
};

export type FaultPlan = ReturnType<typeof faultPlan>;
