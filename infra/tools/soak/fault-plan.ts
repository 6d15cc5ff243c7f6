import { type Random, randomOf } from '#infra/testing/random';

export type Fault =
  | { readonly kind: 'none' }
  /** The connection breaks before the request arrives. */
  | { readonly kind: 'reset' }
  /** The request is executed, and the connection breaks before the answer. */
  | { readonly kind: 'answer-lost' }
  /** The request is executed, and the answer is an internal error. */
  | { readonly kind: 'failed-after-commit' }
  /** The connection breaks at once, and the request is executed later. */
  | { readonly kind: 'late'; readonly afterMs: number }
  /** The request arrives, and is neither executed nor answered. */
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'slow'; readonly beforeMs: number; readonly afterMs: number }
  | { readonly kind: 'throttled' }
  | { readonly kind: 'internal-error' }
  | { readonly kind: 'unavailable' }
  /** The transaction conflicts with another one, which is not of the run. */
  | { readonly kind: 'conflict' }
  /** Only part of the batch is executed. */
  | { readonly kind: 'partial-batch' };

export interface Attempt {
  /** The caller: the id of an API request, or `mail`. */
  readonly actor: string;
  /** The number of the call by this caller, from 0, and of the SDK's attempt, from 1. */
  readonly call: number;
  readonly attempt: number;
  readonly operation: string;
  /** An earlier attempt, whose answer was lost, was executed. */
  readonly isCommitted: boolean;
}

export const mailActor = 'mail';

const batches: ReadonlySet<string> = new Set(['BatchGetItem', 'BatchWriteItem']);
/** The SDK makes five attempts. The mailer's calls always succeed by then, so that only SES leaves an unknown outcome. */
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
    ...(isTransaction && !isCommitted ? (['late'] as const) : []),
    ...(isTransaction ? (['answer-lost'] as const) : []),
    ...(batches.has(operation) ? (['partial-batch', 'partial-batch'] as const) : []),
  ]);
};

const withTimes = (random: Random, kind: Fault['kind']): Fault => {
  if (kind === 'slow') return { kind, beforeMs: random.below(4), afterMs: random.below(4) };
  if (kind === 'late') return { kind, afterMs: 1 + random.below(12) };
  return { kind };
};

/** Which requests of a run fail, and how: a function of the seed and the attempt, not of the order of requests. */
export const faultPlan = (seed: number) => {
  const rate = randomOf(seed, 'fault rate').pick([0, 0.05, 0.12, 0.25]);

  const transientFault = (request: Attempt): Fault => {
    const random = randomOf(seed, request.actor, request.call, request.attempt);
    return random.chance(rate) ? withTimes(random, chooseKind(random, request)) : { kind: 'none' };
  };

  const apiFault = (request: Attempt): Fault => {
    const { actor, call, operation, isCommitted } = request;
    // Contention persists: the API must answer that it is busy. DynamoDB knows a committed transaction by its token.
    if (operation === 'TransactWriteItems' && randomOf(seed, actor, 'contention').chance(rate / 20))
      return { kind: isCommitted ? 'none' : 'conflict' };
    // No attempt gets an answer: the outcome stays unknown.
    const outage = randomOf(seed, actor, call, 'outage');
    if (outage.chance(rate / 10))
      return { kind: outage.pick(['reset', 'answer-lost', 'throttled'] as const) };
    return transientFault(request);
  };

  const mailFault = (request: Attempt): Fault =>
    request.attempt > lastFaultyMailAttempt ? { kind: 'none' } : transientFault(request);

  return (request: Attempt): Fault => (request.actor === mailActor ? mailFault(request) : apiFault(request));
};

export type FaultPlan = ReturnType<typeof faultPlan>;
