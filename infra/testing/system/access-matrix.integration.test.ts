import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { accessProblems, type Route } from '#shared/contract/route';
import { type RouteName, routes } from '#shared/contract/routes';
import { codeOfRefusal, contentOf, expectProductHeaders, expectSameHead } from '../attack/answers.ts';
import { countedRefusals, isRecordedRead, snapshotOf, usersOf } from '../attack/attack-stack.ts';
import { type Caller, type CallerName, callers } from '../attack/fixtures.ts';
import type { Named } from '../attack/requests/question.ts';
import { routeRows } from '../attack/route-rows.ts';
import type { RouteRow } from '../attack/rows-of.ts';
import { startAttack } from '../attack/start-attack.ts';

const { stack, fixtures, clear } = await startAttack();

const stored = async () => ({ table: await snapshotOf(stack), users: await usersOf(stack) });

interface Cell {
  readonly name: CallerName;
  readonly expected: number | string;
}

interface Row {
  readonly route: RouteName;
  readonly named: Named;
  readonly cells: readonly Cell[];
  /** Of the first row of a route: the others ask for other things. */
  readonly isFirst: boolean;
}

const rows: Row[] = Object.entries(routeRows).flatMap(([route, { answers }]) =>
  Object.entries(answers).map(([named, expected], index) => ({
    // Object.entries widens the keys; both records are closed.
    route: route as RouteName,
    named: named as Named,
    cells: callers.map((name) => ({ name, expected: expected[name] })),
    isFirst: index === 0,
  })),
);

const isTurnedAway = ({ route }: Pick<Row, 'route'>, { expected }: Cell): boolean => {
  const problems: readonly (number | string)[] = accessProblems[routes[route].access];
  return problems.includes(expected);
};

/** Whose token still names what was taken: a role, or the account. */
const outdated: Partial<Record<CallerName, Route['access']>> = { revoked: 'admin', deleted: 'member' };

/**
 * Whether `npm test` has a cell: of several callers who get one answer, the first. Whoever is turned away from a route is so
 * before it reads what is named, and a thing that is not there is nobody's: the first row of a route has these.
 */
const isQuick = (row: Row, cell: Cell): boolean => {
  if (!row.isFirst && (row.named === 'missing' || isTurnedAway(row, cell))) return false;
  if (row.isFirst && outdated[cell.name] === routes[row.route].access) return true;
  return row.cells.find(({ expected }) => expected === cell.expected) === cell;
};

const rowsWith = (isChosen: typeof isQuick): Row[] =>
  rows
    .map((row) => ({ ...row, cells: row.cells.filter((cell) => isChosen(row, cell)) }))
    .filter(({ cells }) => cells.length > 0);

/** Data that only the other parent and administrators may read, and a draft of a class (TRM-01). */
const secretsOf = ({ stranger, draft }: typeof fixtures): string[] => {
  const { email, phone_number } = stranger.family.profile;
  return [email, phone_number, 'Strangerchild', 'Strangernote', draft.id, draft.form.coach_name];
};

/** The caller, with a sign-in that is fresh where the route needs one: on a busy machine the first one is minutes old. */
const signedInNow = async (route: RouteName, name: CallerName, by?: Caller): Promise<Caller> => {
  const caller = by ?? fixtures.callers[name];
  const { freshSignIn }: Route = routes[route];
  if (!freshSignIn || !caller.token) return caller;
  // A new sign-in of these would have no token of the role, or none: their accounts are made now.
  if (name === 'revoked' || name === 'deleted') return by ?? fixtures.another(name);
  return { ...caller, token: await stack.signIn(caller.family.profile.email) };
};

const title = '$route of $named';
const checkRow = ({ route, named, cells }: Row) => {
  const { method, access, response } = routes[route];
  const reads = method === 'GET' && !isRecordedRead(route);
  /** Whether the table is the same after this answer. */
  const changesNothing = (expected: number | string) =>
    reads || (typeof expected === 'string' && !countedRefusals.has(route));
  // Answers that change nothing come first: one comparison of the table is then enough for all of them.
  const answers = cells.toSorted(
    (a, b) => Number(changesNothing(b.expected)) - Number(changesNothing(a.expected)),
  );
  const lastOfThese = answers.findLast(({ expected }) => changesNothing(expected))?.name;
  type Prepared = Awaited<ReturnType<RouteRow['ask']>>;
  const requests = new Map<CallerName, Prepared>();
  let before: Awaited<ReturnType<typeof stored>>;

  // The requests are prepared together, so that one reading of the table serves all callers.
  beforeAll(async () => {
    const prepare = (name: CallerName) =>
      routeRows[route].ask({ fixtures, name, caller: fixtures.callers[name], named });
    let ofOther: Prepared | undefined;
    const isRefused = (cell: Cell) => isTurnedAway({ route }, cell);
    for (const cell of cells.toSorted((a, b) => Number(isRefused(a)) - Number(isRefused(b)))) {
      const { name } = cell;
      // Who may not call the route sends what somebody else may: it is refused before anything of it is read.
      const asked = isRefused(cell) ? (ofOther ?? (await prepare(name))) : await prepare(name);
      const { by, ...rest } = asked;
      ofOther = rest;
      requests.set(name, { ...rest, by: await signedInNow(route, name, by) });
    }
    if (lastOfThese) before = await stored();
  });
  afterAll(clear);

  it.each(answers)('answers $name with $expected [PRM-13, PRM-14, PRM-15, PRM-16] [TRM-01]', async (cell) => {
    const { name, expected } = cell;
    const { by = fixtures.callers[name], ...asked } = requests.get(name) ?? expect.fail('no request');

    const answer = await stack.call({ ...asked, route, token: by.token });

    expectProductHeaders(answer, routes[route]);
    if (answer.status < 400) {
      expect(answer.status).toBe(expected);
      expect(z.safeParse(response, contentOf(answer)).error).toBeUndefined();
    } else expect(codeOfRefusal(answer)).toBe(expected);
    if (reads && answer.status < 400)
      expectSameHead(await stack.call({ ...asked, route, token: by.token, method: 'HEAD' }), answer);
    if (access !== 'admin' || answer.status >= 400) {
      for (const secret of secretsOf(fixtures))
        expect(JSON.stringify(answer.body ?? '')).not.toContain(secret);
    }
    if (name === lastOfThese) expect(await stored()).toEqual(before);
  });
};

describe.each(rowsWith(isQuick))(title, checkRow);
describe.each(rowsWith((row, cell) => !isQuick(row, cell)))(title, { tags: 'exhaustive' }, checkRow);

it('an account without a verified address gets no token', async () => {
  await expect(stack.signIn(fixtures.unverifiedEmail)).rejects.toMatchObject({
    name: 'UserLambdaValidationException',
  });
});
