import { randomUUID } from 'node:crypto';
import type { accessProblems, Route } from '#shared/contract/route';
import { type RouteName, type Routes, routes } from '#shared/contract/routes';
import type { Activity } from '#shared/school/activity';
import type { CallerName } from './fixtures.ts';
import type { Named, Prepare } from './requests/question.ts';

/** A response of a route: its success status, or the code of a problem that it declares. */
type Outcome<Name extends RouteName> =
  | Routes[Name]['status']
  | Routes[Name]['errors'][number]
  | (typeof accessProblems)[Routes[Name]['access']][number]
  | 'notFound';

/** The action under which the activity log has an act, or why the log does not have it. */
type Logged = Activity['action'] | { readonly unlogged: string };

/** What those who may call a route get, by what the request names. What exists comes first. */
type Outcomes<Name extends RouteName> = { readonly [Thing in Named]?: Outcome<Name> };

/** What the office changes is in the log, or the row says why not. */
type Row<Name extends RouteName> = {
  readonly outcomes: Outcomes<Name> &
    (Routes[Name] extends { method: 'GET' } | { readOnly: true } | { access: 'public' | 'member' | 'coach' }
      ? { readonly logged?: Logged }
      : { readonly logged: Logged });
  readonly ask: Prepare;
};

type Answers = Readonly<Record<CallerName, string | number>>;

/** How each caller is answered, by the outcome for those who may call the route. */
type Rule = (outcome: string | number) => Answers;

export interface RouteRow {
  readonly answers: { readonly [Thing in Named]?: Answers };
  readonly ask: Prepare;
  readonly logged: Logged | undefined;
}

/** @param ask makes a valid request but for its key, which fails only where the caller lacks access or the thing does not exist */
export const row = <const Of extends object>(outcomes: Of, ask: Prepare) => ({ outcomes, ask });

/** The rows of some routes, of which every caller gets what the rule says. */
export const rowsOf = <Names extends RouteName>(
  rule: Rule,
  rows: { readonly [Name in Names]: Row<Name> },
): Readonly<Record<Names, RouteRow>> => {
  const all = Object.entries<Row<RouteName>>(rows).map(([route, { outcomes, ask }]) => {
    const { logged, ...byThing } = outcomes;
    const answers = Object.entries(byThing).map(([named, outcome]) => [named, rule(outcome)]);
    const { idempotent }: Route = routes[route as RouteName];
    const keyed: Prepare = async (question) => ({
      ...(idempotent && { idempotencyKey: randomUUID() }),
      ...(await ask(question)),
    });
    return [route, { answers: Object.fromEntries(answers), ask: keyed, logged }];
  });
  return Object.fromEntries(all);
};

/** Routes without a login: whoever asks gets the same. */
export const anyone: Rule = (outcome) => ({
  visitor: outcome,
  parent: outcome,
  deleted: outcome,
  coach: outcome,
  admin: outcome,
  revoked: outcome,
});

const loggedIn: Rule = (outcome) => ({ ...anyone(outcome), visitor: 'notAuthenticated' });

/** Routes of a family for its own data. An administrator may have a family too, and a deleted account has none. */
export const families: Rule = (outcome) => ({ ...loggedIn(outcome), deleted: 'notAuthenticated' });

/** Routes of an account for itself: the token of a deleted account finds nothing. */
export const accounts: Rule = (outcome) => ({ ...loggedIn(outcome), deleted: 'profileNotFound' });

/** The same for what gives the role: it is not given back at once where it was just taken. */
export const newAdministrators: Rule = (outcome) => ({
  ...accounts(outcome),
  revoked: outcome === 204 ? 'roleChanging' : outcome,
});

/** An administrator's role must be revoked first. A deletion is repeated without an error. */
export const unlessAdmin: Rule = (outcome) => ({ ...loggedIn(outcome), admin: 'adminAccount' });

/** Routes of administrators without personal data: a revoked administrator's token is valid for its remaining minutes. */
export const tokensOfOffice: Rule = (outcome) => ({
  ...loggedIn('adminOnly'),
  admin: outcome,
  revoked: outcome,
});

/**
 * Routes of the pitch. A coach sees nothing but the own sessions, which no request of these rows names; an administrator
 * sees every one.
 */
export const pitch =
  (coach: string | number): Rule =>
  (outcome) => ({ ...loggedIn('coachOnly'), coach, admin: outcome });

export const office: Rule = (outcome) => ({ ...tokensOfOffice(outcome), revoked: 'adminOnly' });
