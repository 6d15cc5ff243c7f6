import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { keyText } from '#functions/lib/dynamo/items';
import { accessProblems, type Route } from '#shared/contract/route';
import { type RouteName, routes } from '#shared/contract/routes';
import { codeOfRefusal, contentOf, expectProductHeaders, expectSameHead } from '../attack/answers.ts';
import {
  countedRefusals,
  isRecordedRead,
  keysOf,
  removeAllBut,
  snapshotOf,
  startAttackStack,
  usersOf,
} from '../attack/attack-stack.ts';
import { type Caller, type CallerName, callers, createFixtures, type Fixtures } from '../attack/fixtures.ts';
import type { Named } from '../attack/requests/question.ts';
import { routeRows } from '../attack/route-rows.ts';
import type { RouteRow } from '../attack/rows-of.ts';
import type { TestStack } from '../stack/test-stack.ts';

let stack: TestStack;
let fixtures: Fixtures;
let initialKeys: ReadonlySet<string>;
beforeAll(async () => {
  stack = await startAttackStack();
  fixtures = await createFixtures(stack);
  initialKeys = new Set((await keysOf(stack)).map(keyText));
});
afterAll(() => stack.stop());

const stored = async () => ({ table: await snapshotOf(stack), users: await usersOf(stack) });

interface Row {
  readonly route: RouteName;
  readonly named: Named;
  readonly expected: Readonly<Record<CallerName, number | string>>;
}

const rows: Row[] = Object.entries(routeRows).flatMap(([route, { answers }]) =>
  Object.entries(answers).map(([named, expected]) => ({
    // Object.entries widens the keys; both records are closed.
    route: route as RouteName,
    named: named as Named,
    expected,
  })),
);

/** Asks for a thing that is not there: whoever may ask is told so. Other rows of these routes say who may. */
const isAbsent = ({ route, named }: Row): boolean =>
  named === 'missing' && Object.keys(routeRows[route].answers).length > 1;

/** Data that only the other parent and administrators may read, and a draft of a class (TRM-01). */
const secretsOf = ({ stranger, draft }: Fixtures): string[] => {
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
const checkRow = ({ route, named, expected: of }: Row) => {
  const { method, access, response } = routes[route];
  const reads = method === 'GET' && !isRecordedRead(route);
  /** Whether the table is the same after this answer. */
  const changesNothing = (expected: number | string) =>
    reads || (typeof expected === 'string' && !countedRefusals.has(route));
  // Answers that change nothing come first: one comparison of the table is then enough for all of them.
  const answers = callers
    .map((name) => ({ name, expected: of[name] }))
    .toSorted((a, b) => Number(changesNothing(b.expected)) - Number(changesNothing(a.expected)));
  const lastOfThese = answers.findLast(({ expected }) => changesNothing(expected))?.name;
  const turnedAway: readonly (number | string)[] = accessProblems[access];
  const isTurnedAway = (expected: number | string): boolean => turnedAway.includes(expected);
  type Prepared = Awaited<ReturnType<RouteRow['ask']>>;
  const requests = new Map<CallerName, Prepared>();
  let before: Awaited<ReturnType<typeof stored>>;

  // The requests are prepared together, so that one reading of the table serves all callers.
  beforeAll(async () => {
    const prepare = (name: CallerName) =>
      routeRows[route].ask({ fixtures, name, caller: fixtures.callers[name], named });
    let ofOther: Prepared | undefined;
    for (const name of callers.toSorted(
      (a, b) => Number(isTurnedAway(of[a])) - Number(isTurnedAway(of[b])),
    )) {
      // Who may not call the route sends what somebody else may: it is refused before anything of it is read.
      const asked = isTurnedAway(of[name]) ? (ofOther ?? (await prepare(name))) : await prepare(name);
      const { by, ...rest } = asked;
      ofOther = rest;
      requests.set(name, { ...rest, by: await signedInNow(route, name, by) });
    }
    if (lastOfThese) before = await stored();
  });
  // A small table is read quickly.
  afterAll(() => removeAllBut(stack, initialKeys));

  it.each(answers)('answers $name with $expected [PRM-13, PRM-14, PRM-15, PRM-16] [TRM-01]', async (cell) => {
    const { name, expected } = cell;
    const { by = fixtures.callers[name], ...asked } = requests.get(name) ?? expect.fail('no request');

    const answer = await stack.call({ ...asked, route, token: by.token });

    expectProductHeaders(answer, routes[route]);
    if (answer.status < 400) {
      expect(answer.status).toBe(expected);
      expect(z.safeParse(response, contentOf(answer)).error).toBeUndefined();
    } else expect(codeOfRefusal(answer)).toBe(expected);
    if (reads) expectSameHead(await stack.call({ ...asked, route, token: by.token, method: 'HEAD' }), answer);
    if (access !== 'admin' || answer.status >= 400) {
      for (const secret of secretsOf(fixtures))
        expect(JSON.stringify(answer.body ?? '')).not.toContain(secret);
    }
    if (name === lastOfThese) expect(await stored()).toEqual(before);
  });
};

const [absent, others] = [rows.filter(isAbsent), rows.filter((row) => !isAbsent(row))];
describe.each(others)(title, checkRow);
describe.each(absent)(title, { tags: 'exhaustive' }, checkRow);

it('an account without a verified address gets no token', async () => {
  await expect(stack.signIn(fixtures.unverifiedEmail)).rejects.toMatchObject({
    name: 'UserLambdaValidationException',
  });
});
