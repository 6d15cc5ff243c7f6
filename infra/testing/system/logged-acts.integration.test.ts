import { afterEach, expect, it } from 'vitest';
import type { Route } from '#shared/contract/route';
import { type RouteName, routeList, routes } from '#shared/contract/routes';
import { type Activity, activitySchema } from '#shared/school/activity';
import type { Caller } from '../attack/fixtures.ts';
import type { Asked, Named } from '../attack/requests/question.ts';
import { routeRows } from '../attack/route-rows.ts';
import { startAttack } from '../attack/start-attack.ts';
import { readAllItems } from '../table/all-items.ts';

const { stack, fixtures, clear } = await startAttack();
afterEach(clear);

const kinds: Partial<Record<RouteName, string>> = {
  recordPayment: 'payment',
  recordRefund: 'refund',
  recordAllowance: 'credit',
  takeBackEntry: 'waiver',
};

/** Acts that no request of these has, with the test that has them. */
const others: Partial<Record<Activity['action'], string>> = {
  'family.adult-joined': 'adults.integration.test.ts',
  'second-factor.on': 'required-factor.integration.test.ts',
  'message.left': 'admin-unsent.integration.test.ts',
  'mail.sent-again': 'admin-unsent.integration.test.ts',
  'mail.left': 'admin-unsent.integration.test.ts',
};

const acts = routeList.flatMap(({ name: route, route: { access } }) => {
  const { logged } = routeRows[route];
  const asker = access === 'admin' ? ('admin' as const) : ('parent' as const);
  return typeof logged === 'string' ? [{ route, asker, action: logged }] : [];
});

/** A request of the access matrix that is accepted, about something of another family where there is one. */
const fromMatrix = async (route: RouteName, asker: 'admin' | 'parent'): Promise<Asked> => {
  const caller = fixtures.callers[asker];
  const named = (['foreign', 'present', 'own', 'nothing'] satisfies Named[]).find(
    (thing) => typeof routeRows[route].answers[thing]?.[asker] === 'number',
  );
  if (!named) throw new Error('The access matrix has no such request');
  return routeRows[route].ask({ fixtures, name: asker, caller, named });
};

const logOf = async (): Promise<Activity[]> =>
  (await readAllItems(stack.table))
    .filter(({ entity }) => entity === 'activity')
    .map((item) => activitySchema.parse(item));

it.each(acts)('$route is logged as $action, once [BHF-03]', async ({ route, asker, action }) => {
  const { by = fixtures.callers[asker], ...asked } = await fromMatrix(route, asker);
  const { freshSignIn, status }: Route = routes[route];
  const { token }: Caller = freshSignIn ? { ...by, token: await stack.signIn(by.family.profile.email) } : by;
  const before = new Set((await logOf()).map(({ id }) => id));
  expect(await stack.call({ ...asked, route, token })).toMatchObject({ status });
  const entries = (await logOf()).filter(({ id }) => !before.has(id));
  expect(entries.map((entry) => entry.action)).toEqual([action]);
  const kind = kinds[route];
  if (kind) expect(entries.map(({ fields }) => fields)).toEqual([[kind]]);
  const isGranted = action === 'coach.granted' || action === 'role.granted';
  if (asker === 'admin' || !isGranted)
    expect(entries.map(({ actor_id }) => actor_id)).toEqual([by.family.profile.id]);
});

it('every action of the log is one of an act', () => {
  const tested = new Set([...acts.map(({ action }) => action), ...Object.keys(others)]);
  expect([...tested].toSorted()).toEqual(activitySchema.shape.action.options.toSorted());
});
