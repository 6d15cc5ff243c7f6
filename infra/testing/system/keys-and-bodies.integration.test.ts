import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { Route } from '#shared/contract/route';
import { type RouteName, type Routes, routes } from '#shared/contract/routes';
import { codeOfRefusal } from '../attack/answers.ts';
import { snapshotOf } from '../attack/attack-stack.ts';
import type { Caller } from '../attack/fixtures.ts';
import type { Asked } from '../attack/requests/question.ts';
import { routeRows } from '../attack/route-rows.ts';
import { startAttack } from '../attack/start-attack.ts';
import { at } from '../samples/samples.ts';

type KeyedRoute = {
  [Name in RouteName]: Routes[Name] extends { idempotent: true } ? Name : never;
}[RouteName];

const { stack, fixtures, clear } = await startAttack();
afterEach(clear);

const withBody =
  (change: object) =>
  (asked: Asked): Asked => ({ ...asked, body: { ...Object(asked.body), ...change } });

/** How a request is changed into one that asks for something else, where a second request of the route would not do so. */
const changes: { readonly [Name in KeyedRoute]?: (asked: Asked) => Asked } = {
  // Another offer is of another link, whose keys are its own.
  takeOffer: withBody({ calendar_version: 1 }),
  deleteBooking: (asked) => ({ ...asked, query: { tell: 'no' } }),
  moveBooking: withBody({ tell: false }),
  startCardPayment: withBody({ amount: 2_000 }),
  refundCardPayment: withBody({ amount: 2_000 }),
};

/** What refuses a changed request that is carried out before the other one. */
const ownRefusals: { readonly [Name in KeyedRoute]?: string } = { takeOffer: 'calendarChanged' };

/** The writes of all routes bind keys alike: one of a family, of a link, of Stripe, and of the office with few and many writes. */
const racedQuickly: ReadonlySet<KeyedRoute> = new Set([
  'bookSlot',
  'takeOffer',
  'createClass',
  'deleteParent',
  'startCardPayment',
]);

const keyed = Object.entries(routes)
  .filter(([, route]: readonly [string, Route]) => route.idempotent)
  // Object.entries widens the keys.
  .map(([name]) => name as KeyedRoute);

const newCaller = async (name: KeyedRoute): Promise<Caller> => {
  const { access }: Route = routes[name];
  if (access === 'public') return fixtures.callers.visitor;
  return fixtures.newAccount(access === 'admin' ? { role: 'admin' } : undefined);
};

const prepare = async (name: KeyedRoute, caller: Caller): Promise<Asked> => {
  const isOffice = routes[name].access === 'admin';
  const asker = isOffice ? 'admin' : 'parent';
  const others = isOffice ? { ...fixtures, stranger: await fixtures.newAccount() } : fixtures;
  return routeRows[name].ask({ fixtures: others, name: asker, caller, named: isOffice ? 'present' : 'own' });
};

const send = (route: KeyedRoute, { by: _, ...asked }: Asked, caller: Caller, idempotencyKey: string) =>
  stack.call({ ...asked, route, token: caller.token, idempotencyKey });

const prepareTwo = async (name: KeyedRoute) => {
  const caller = await newCaller(name);
  const asked = await prepare(name, caller);
  const other = changes[name]?.(asked) ?? (await prepare(name, caller));
  const { idempotencyKey: _, ...others } = other;
  expect(others).not.toEqual({ ...asked, idempotencyKey: undefined });
  return { caller, asked, other };
};

const answerOf = ({ status, body }: Awaited<ReturnType<typeof send>>) => ({ status, body });

describe.each(keyed)('a key of %s', (name) => {
  const { status } = routes[name];

  it('gives the same answer for the same body, refuses another body, stores nothing then, and is free for others [API-41]', async () => {
    const { caller, asked, other } = await prepareTwo(name);
    const key = randomUUID();
    const first = await send(name, asked, caller, key);
    expect(answerOf(first)).toMatchObject({ status });
    const stored = await snapshotOf(stack);
    expect(answerOf(await send(name, asked, caller, key))).toEqual(answerOf(first));
    expect(codeOfRefusal(await send(name, other, caller, key))).toBe('sentBefore');
    expect(await snapshotOf(stack)).toEqual(stored);
    // It is the key's: with another one the same request is not told that it was sent before.
    const again = await send(name, other, caller, randomUUID());
    expect(JSON.stringify(again.body ?? '')).not.toContain('sentBefore');
    const somebody = await newCaller(name);
    expect(answerOf(await send(name, await prepare(name, somebody), somebody, key))).toMatchObject({
      status,
    });
  });

  const tags = racedQuickly.has(name) ? [] : 'exhaustive';
  it('is of one of two bodies that are sent at once [API-41]', { tags }, async () => {
    const { caller, asked, other } = await prepareTwo(name);
    const key = randomUUID();
    const answers = await Promise.all([asked, other].map((each) => send(name, each, caller, key)));
    const stored = await snapshotOf(stack);
    // A request that its own rules refuse is refused with and without the other one.
    const [refusal, ...more] = answers.filter((answer) => answer.status >= 400).map(codeOfRefusal);
    const [winner, loser] = at(answers, 0).status === status ? [asked, other] : [other, asked];
    expect(more).toEqual([]);
    expect(['sentBefore', ownRefusals[name]]).toContain(refusal);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([status, 409]);
    expect((await send(name, winner, caller, key)).status).toBe(status);
    expect(codeOfRefusal(await send(name, loser, caller, key))).toBe('sentBefore');
    expect(await snapshotOf(stack)).toEqual(stored);
  });
});

describe('the body of a key', () => {
  it('is the same in another order, and with other places that the screen had read [API-41]', async () => {
    const caller = await fixtures.newAccount();
    const { body, ...asked } = await prepare('bookSlot', caller);
    const key = randomUUID();
    const first = await send('bookSlot', { ...asked, body }, caller, key);
    expect(first.status).toBe(201);
    const places = [{ class_id: Object(body).class_id, time_slot_id: Object(body).time_slot_id }];
    const turned = Object.fromEntries(Object.entries(Object(body)).toReversed());
    for (const same of [turned, { ...turned, other_places: places }, { ...turned, trial_date: null }])
      expect(answerOf(await send('bookSlot', { ...asked, body: same }, caller, key))).toEqual(
        answerOf(first),
      );
  });

  it('is of one route [API-41]', async () => {
    const caller = await newCaller('createDraft');
    const asked = await prepare('createDraft', caller);
    const key = randomUUID();
    expect((await send('createDraft', asked, caller, key)).status).toBe(201);
    expect(codeOfRefusal(await send('createClass', asked, caller, key))).toBe('sentBefore');
  });

  it('is compared also where a rule refuses the request [API-41]', async () => {
    const caller = await fixtures.newAccount();
    const asked = await prepare('bookSlot', caller);
    const key = randomUUID();
    expect((await send('bookSlot', asked, caller, key)).status).toBe(201);
    for (const refused of [{ amount: 1 }, { child_id: at(fixtures.stranger.family.children, 0).id }])
      expect(codeOfRefusal(await send('bookSlot', withBody(refused)(asked), caller, key))).toBe('sentBefore');
  });
});
