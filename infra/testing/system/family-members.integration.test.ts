import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exists } from '#functions/lib/dynamo/expressions';
import { keyText } from '#functions/lib/dynamo/items';
import { profileKey } from '#functions/lib/dynamo/keys-of-people';
import { deleteItem, updateItem } from '#functions/lib/dynamo/writes';
import { type RouteName, routeList, routes } from '#shared/contract/routes';
import type { Family } from '#shared/families/family';
import { familyClaim } from '#shared/roles';
import { accessTable } from '../attack/access-table.ts';
import { codeOfRefusal } from '../attack/answers.ts';
import { keysOf, removeAllBut, snapshotOf, startAttackStack } from '../attack/attack-stack.ts';
import { createFixtures, type Fixtures } from '../attack/fixtures.ts';
import type { Named } from '../attack/requests/question.ts';
import { validRequests } from '../attack/valid-requests.ts';
import { putMember, resetAccounts } from '../samples/stored.ts';
import type { TestStack } from '../stack/test-stack.ts';

type Member = Awaited<ReturnType<TestStack['createMember']>>;

let stack: TestStack;
let fixtures: Fixtures;
/** The family of which the one is a member, and the other was. */
let family: Family;
let member: Member;
let former: Member;
/** Whose profile is gone. */
let erased: Member;
let initialKeys: ReadonlySet<string>;
beforeAll(async () => {
  stack = await startAttackStack();
  fixtures = await createFixtures(stack);
  ({ family } = fixtures.callers.parent);
  // As the holder of a family that has another id.
  member = await stack.createMember(family, 'holder');
  former = await stack.createMember(family);
  const other = await stack.createAccount();
  await putMember(stack.table, former.profile, { member_of: other.family.profile.id, family_role: 'adult' });
  erased = await stack.createMember(family);
  await deleteItem(stack.table, profileKey(erased.profile.id));
  initialKeys = new Set((await keysOf(stack)).map(keyText));
});
afterAll(() => stack.stop());
beforeEach(() => resetAccounts(stack.table, [{ family }]));

/** Every route of families, with what it is asked for. The last one removes the child that others ask for. */
const asked = routeList
  .filter(({ route }) => route.actsFor === 'family')
  .map(({ name }) => {
    const named: readonly Named[] = ['own', 'present'];
    return { route: name, named: named.find((thing) => thing in accessTable[name]) ?? 'nothing' };
  })
  .toSorted((one, other) => Number(one.route === 'removeChild') - Number(other.route === 'removeChild'));

/** A valid request of the family's holder. */
const prepare = async (route: RouteName, named: Named) => {
  const question = { fixtures, name: 'visitor', caller: { family, token: undefined }, named } as const;
  const { by: _, ...request } = await validRequests[route](question);
  return { ...request, route };
};

/** What is stored of the family: items that name it, each as text. */
const storedOf = async ({ profile: { id } }: Family): Promise<string[]> =>
  (await snapshotOf(stack)).filter((text) => text.includes(id));

const secretsOf = ({ profile, children }: Family) => [profile.email, ...children.map(({ id }) => id)];

it('ends with the very token that it had, with the next request [BHF-03]', async () => {
  const leaving = await stack.createMember(family);
  const listed = () => stack.call({ route: 'getMyFamily', token: leaving.token });
  expect(await listed()).toMatchObject({ status: 200, body: { children: [{}] } });
  const other = await stack.createAccount();
  await putMember(stack.table, leaving.profile, { member_of: other.family.profile.id, family_role: 'adult' });
  const ids = other.family.children.map(({ id }) => ({ id }));
  expect(await listed()).toMatchObject({ status: 200, body: { children: ids } });
});

it('books for the family that a token names only while the family names the member [BHF-03]', async () => {
  const leaving = await stack.createMember(family);
  const set = { second_adult: leaving.profile.id };
  await updateItem(stack.table, profileKey(family.profile.id), { set, if: exists });
  const token = await stack.signIn(leaving.profile.email);
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({ [familyClaim]: family.profile.id });
  const request = { ...(await prepare('bookSlot', 'own')), token };
  const booked = await stack.call(request);
  expect(booked.status).toBe(201);
  // The same attempt again is answered with the booking, which only the family may see.
  expect(Object((await stack.call(request)).body).id).toBe(Object(booked.body).id);

  expect(await stack.call({ route: 'endAdultAccess', token })).toMatchObject({ status: 204 });
  const before = await storedOf(family);
  const { child_id } = Object(request.body);
  for (const again of [request, { ...request, idempotencyKey: randomUUID() }]) {
    const answer = await stack.call(again);
    expect(codeOfRefusal(answer)).toBe('childNotFound');
    for (const secret of [...secretsOf(family), Object(booked.body).id])
      expect(JSON.stringify(answer.body)).not.toContain(secret);
  }
  const odd = {
    ...request,
    idempotencyKey: randomUUID(),
    body: { ...Object(request.body), child_id: `${child_id} ` },
  };
  expect(codeOfRefusal(await stack.call(odd))).toBe('childNotFound');
  expect(await storedOf(family)).toEqual(before);
  await removeAllBut(stack, initialKeys);
});

describe.each(asked)('$route', ({ route, named }) => {
  it('gives a former member nothing of the family, whatever the request claims [BHF-03]', async () => {
    const request = await prepare(route, named);
    const token = await stack.signIn(former.profile.email);
    const before = await storedOf(family);
    const claims = { 'x-family-id': family.profile.id, cookie: `family=${family.profile.id}` };
    const answer = await stack.call({ ...request, token, headers: { ...request.headers, ...claims } });
    const claimed = await stack.call({ ...request, token, query: { family_id: family.profile.id } });
    for (const { body } of [answer, claimed])
      for (const secret of secretsOf(family)) expect(JSON.stringify(body ?? '')).not.toContain(secret);
    const ofErased = await stack.call({ ...request, token: await stack.signIn(erased.profile.email) });
    expect(codeOfRefusal(ofErased)).toBe('notAuthenticated');
    expect(await storedOf(family)).toEqual(before);
  });

  it('answers a member as the holder, without the contact of the other adult [BHF-03, ADT-01]', async () => {
    const request = await prepare(route, named);
    const token = await stack.signIn(member.profile.email);
    const answer = await stack.call({ ...request, token });
    const { parent: expected } = Object(Object(accessTable[route])[named]);
    if (answer.status >= 400) expect(codeOfRefusal(answer)).toBe(expected);
    else expect(answer.status).toBe(expected);
    expect(JSON.stringify(answer.body ?? '')).not.toContain(family.profile.email);
    expect(routes[route].access).toBe('member');
    await removeAllBut(stack, initialKeys);
  });
});
