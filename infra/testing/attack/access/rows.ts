import type { accessProblems } from '#shared/contract/route';
import type { RouteName, Routes } from '#shared/contract/routes';
import type { callers } from '../fixtures.ts';
import type { Named } from '../requests/question.ts';

/** A response of a route: its success status, or the code of a problem that it declares. */
type Cell<Name extends RouteName> =
  | Routes[Name]['status']
  | Routes[Name]['errors'][number]
  | (typeof accessProblems)[Routes[Name]['access']][number]
  | 'notFound';

type EachOf<List extends readonly unknown[], Value> = { readonly [Index in keyof List]: Value };

/** One cell for each of `callers`, in their order. */
type Row<Name extends RouteName> = EachOf<typeof callers, Cell<Name>>;

/** The rows of a route, by what its request names. */
export type Rows<Name extends RouteName> = { readonly [Thing in Named]?: Row<Name> };

/** Rows of some routes. */
export type RowsOfRoutes = { readonly [Name in RouteName]?: Rows<Name> };

export const login = 'notAuthenticated';
export const forbidden = 'adminOnly';
