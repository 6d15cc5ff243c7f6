import * as z from 'zod/mini';
import type { ProblemCode } from '#shared/contract/errors';
import type { ApiService, Route } from '#shared/contract/route';
import type { RouteNameOf } from '#shared/contract/routes';
import type { IdempotencyKey } from '#shared/lib/ids';
import type { TimedDeps } from '../deps.ts';
import { keyedRequest, SentBeforeError, wasSentBefore } from '../dynamo/attempt-note.ts';
import type { Caller } from './caller.ts';
import type { ServiceOperations } from './create-handler.ts';
import { ProblemError, problem } from './problem-error.ts';

interface AskedWithKey {
  readonly idempotencyKey: IdempotencyKey;
  readonly caller?: Caller;
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

type KeyedOperation<Deps> = (request: AskedWithKey, deps: Deps) => Promise<unknown>;

/** Equal JSON for equal requests: null and absent are the same. */
const textOf = ({ method, path, hints = [] }: Route, { params, query, body }: AskedWithKey): string =>
  JSON.stringify([method, path, params, query, body], (name, part: unknown) => {
    if (part === null || hints.includes(name)) return undefined;
    if (typeof part !== 'object' || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  });

const linkSchema = z.object({ offer_id: z.string() });

/** Visitors have keys only where they answer an offer by its link. */
const makerOf = ({ caller, body }: AskedWithKey) => caller ?? z.parse(linkSchema, body);

/** Many families get these refusals at once: the note is not read. Nothing was stored. */
const codesWithoutCheck: ReadonlySet<ProblemCode> = new Set(['slotFull', 'tooFewPlaces', 'busy']);

/**
 * The operation's table compares with an earlier request of the key at its first write; without one, this function does.
 * @throws ProblemError sentBefore, and what the operation throws
 */
const answerKeyed = async <Deps extends TimedDeps>(
  route: Route,
  asked: AskedWithKey,
  deps: Deps,
  operation: KeyedOperation<Deps>,
): Promise<unknown> => {
  const { table, clock } = deps;
  const request = keyedRequest(table, {
    by: makerOf(asked),
    key: asked.idempotencyKey,
    now: clock(),
    asked: textOf(route, asked),
  });
  try {
    const result = await operation(asked, { ...deps, table: { ...table, request } });
    if (!request.isCompared) await request.bind();
    return result;
  } catch (error) {
    if (error instanceof SentBeforeError) throw problem('sentBefore');
    const isLookedAt = error instanceof ProblemError && !codesWithoutCheck.has(error.code);
    throw isLookedAt && (await wasSentBefore(table, request)) ? problem('sentBefore') : error;
  }
};

/** Wraps a service's operations so that each key belongs to its first request (API-41). None can leave this out. */
export const withKeys = <Service extends ApiService, Deps extends TimedDeps>(
  routes: { readonly [Name in RouteNameOf<Service>]: Route },
  operations: ServiceOperations<Service, Deps>,
): ServiceOperations<Service, Deps> => {
  const erased: object = operations;
  const keyed = Object.entries<Route>(routes).flatMap(([name, route]) => {
    if (!route.idempotent) return [];
    // This operation takes what its route declares.
    const operation = Reflect.get(erased, name) as KeyedOperation<Deps>;
    return [[name, (asked: AskedWithKey, deps: Deps) => answerKeyed(route, asked, deps, operation)]];
  });
  return Object.assign({}, operations, Object.fromEntries(keyed));
};
