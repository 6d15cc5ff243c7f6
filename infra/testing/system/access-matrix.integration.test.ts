import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type RouteName, routes } from '#shared/contract/routes';
import { accessTable } from '../attack/access-table.ts';
import { codeOfRefusal, expectProductHeaders } from '../attack/answers.ts';
import { startAttackStack } from '../attack/attack-stack.ts';
import { callers, createFixtures, type Fixtures } from '../attack/fixtures.ts';
import { snapshotOf, usersOf } from '../attack/snapshot.ts';
import { type Named, validRequests } from '../attack/valid-requests.ts';
import type { TestStack } from '../stack/test-stack.ts';

let stack: TestStack;
let fixtures: Fixtures;
beforeAll(async () => {
  stack = await startAttackStack();
  fixtures = await createFixtures(stack);
}, 120_000);
afterAll(() => stack.stop());

const stored = async () => ({ table: await snapshotOf(stack), users: await usersOf(stack) });

interface Row {
  readonly route: RouteName;
  readonly named: Named;
  readonly cells: readonly (number | string)[];
}

const rows: Row[] = Object.entries(accessTable).flatMap(([route, things]) =>
  Object.entries(things).map(([named, cells]) => ({
    // Object.entries widens the keys; both records are closed.
    route: route as RouteName,
    named: named as Named,
    cells,
  })),
);

/** Data that only the other parent and administrators may read. */
const secretsOf = ({ stranger }: Fixtures): string[] => {
  const { email, phone_number } = stranger.family.profile;
  return [email, phone_number, 'Strangerchild', 'Strangernote'];
};

describe.each(rows)('$route of $named', ({ route, named, cells }) => {
  const answers = callers.map((name, column) => ({ name, expected: cells[column] }));

  it.each(answers)('answers $name with $expected [PRM-13, PRM-14, PRM-15, PRM-16]', async (cell) => {
    const { name, expected } = cell;
    const caller = fixtures.callers[name];
    const { by = caller, ...asked } = await validRequests[route]({ fixtures, name, caller, named });
    const before = await stored();

    const answer = await stack.call({ ...asked, route, token: by.token });

    expectProductHeaders(answer, routes[route]);
    const { method, access, response } = routes[route];
    if (answer.status < 400) {
      expect(answer.status).toBe(expected);
      expect(z.safeParse(response, answer.body).error).toBeUndefined();
    } else expect(codeOfRefusal(answer)).toBe(expected);
    if (answer.status >= 400 || method === 'GET') expect(await stored()).toEqual(before);
    if (access !== 'admin' || answer.status >= 400) {
      for (const secret of secretsOf(fixtures))
        expect(JSON.stringify(answer.body ?? '')).not.toContain(secret);
    }
  });
});

it('an account without a verified address gets no token', async () => {
  await expect(stack.signIn(fixtures.unverifiedEmail)).rejects.toMatchObject({
    name: 'UserLambdaValidationException',
  });
});
