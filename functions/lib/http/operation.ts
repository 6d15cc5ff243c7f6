import type { Route, RouteRequest, RouteResponse } from '#shared/contract/route';
import type { IdempotencyKey } from '#shared/lib/ids';
import type { Source } from '../uses.ts';
import type { Caller, FamilyCaller } from './caller.ts';

export type OperationRequest<R extends Route> = RouteRequest<R> &
  (R['access'] extends 'public'
    ? { source: Source }
    : { caller: R extends { actsFor: 'family' } ? FamilyCaller : Caller }) &
  (R extends { idempotent: true } ? { idempotencyKey: IdempotencyKey } : unknown) &
  (R extends { freshSignIn: 'sometimes' } ? { requireFreshSignIn: () => Promise<void> } : unknown);

/** Names the route by the list of its own room. */
export type Operation<R extends Route, Deps> = (
  request: OperationRequest<R>,
  deps: Deps,
) => Promise<RouteResponse<R>>;
